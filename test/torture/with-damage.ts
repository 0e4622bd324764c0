import { tmpdir } from "node:os";
import { lacks } from "../support/needs.ts";
import { readDamages, sufferDamage } from "./damage.ts";
import type { TortureRow } from "./torture.ts";
import { openVictim } from "./victim.ts";

/** Repeated, because the place of the damage decides its cost. */
const TIMES = 5;

export async function* tortureWithDamage(): AsyncIterable<TortureRow> {
  const victim = await openVictim(tmpdir(), { hooks: !lacks("sandbox") });
  try {
    for (const damage of readDamages()) {
      const remarks: string[] = [];
      let [attempts, held] = [0, 0];
      for (let seed = 1; seed <= TIMES; seed += 1) {
        const broken = await sufferDamage(damage, victim, seed);
        if (broken === null) break;
        attempts += 1;
        if (broken.length === 0) held += 1;
        else remarks.push(`place ${seed}: ${broken.join("; ")}`);
      }
      yield { what: damage.name, attempts, held, remarks: attempts === 0 ? ["there was nothing to damage"] : remarks };
    }
  } finally {
    await victim.close();
  }
}
