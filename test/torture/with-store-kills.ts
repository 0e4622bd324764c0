import { PROTOCOLS } from "./protocols.ts";
import { killAndGoOn, readKills } from "./store-kills.ts";
import type { TortureRow } from "./torture.ts";

export async function* tortureWithStoreKills(): AsyncIterable<TortureRow> {
  for (const kill of readKills())
    for (const protocol of PROTOCOLS) {
      const remarks: string[] = [];
      for (const plusMs of kill.plus_ms) {
        const broken = await killAndGoOn(kill, plusMs, protocol);
        if (broken.length > 0) remarks.push(`${plusMs} ms: ${broken.join("; ")}`);
      }
      const attempts = kill.plus_ms.length;
      yield { what: `${kill.name}, ${protocol}`, attempts, held: attempts - remarks.length, remarks };
    }
}
