import { tmpdir } from "node:os";
import { bundle } from "../support/bundle.ts";
import { ATTACKED, openAttacked } from "./escapes.ts";
import { survivorsOf } from "./kills.ts";
import type { TortureRow } from "./torture.ts";

const KILLS = { bubblewrap: 200, namespaces: 40 };

export async function* tortureWithKills(): AsyncIterable<TortureRow> {
  const script = await bundle("test/torture/killed-process.ts");
  for (const sandbox of ATTACKED) {
    if ((await openAttacked(sandbox)) === null) continue;
    const kills = KILLS[sandbox];
    const survivors = await survivorsOf({ script, sandbox, folder: tmpdir(), kills, seed: 7 });
    yield {
      what: `commands end with Assay in ${sandbox}`,
      attempts: kills,
      held: kills - survivors.length,
      remarks: survivors,
    };
  }
}
