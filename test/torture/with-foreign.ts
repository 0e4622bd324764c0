import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { spread } from "../support/spread.ts";
import { foreignMutations } from "./foreign/corpus.ts";
import type { ForeignMutation } from "./foreign/mutation.ts";
import { summarize } from "./foreign/summarize.ts";
import { openTryingPlace, type TryingPlace } from "./foreign/try-foreign.ts";
import { makeOriginal } from "./foreign/workspace.ts";
import type { TortureRow } from "./torture.ts";

/** At so many places at once; each has a process that reads. */
const PLACES = 2;
/** Of one family at most, spread evenly over it; the rest says the same once more. */
const MOST_OF_A_FAMILY = 480;

/** Stores, packs, indexes and labels of strangers. `FOREIGN=packs,label npm run torture foreign` takes families whose names begin so. */
export async function* tortureWithForeignStores(): AsyncIterable<TortureRow> {
  const folder = mkdtempSync(join(tmpdir(), "assay-foreign-"));
  const original = makeOriginal(folder);
  const places: TryingPlace[] = [];
  for (let number = 1; number <= PLACES; number += 1) {
    mkdirSync(join(folder, `place-${number}`));
    places.push(await openTryingPlace(join(folder, `place-${number}`), original));
  }
  try {
    for (const [family, all] of foreignMutations(original)) {
      if (!isWanted(family)) continue;
      const mutations = spread(all, Number(process.env.FOREIGN_MOST ?? MOST_OF_A_FAMILY));
      const broken = await sufferAll(mutations, places);
      yield {
        what: family,
        attempts: mutations.length,
        held: mutations.length - broken.size,
        remarks: summarize(broken),
      };
    }
  } finally {
    for (const place of places) await place.close();
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Failures, by the name of the mutation. */
export async function sufferAll(mutations: ForeignMutation[], places: TryingPlace[]): Promise<Map<string, string[]>> {
  const broken = new Map<string, string[]>();
  const waiting = mutations.values();
  await Promise.all(
    places.map(async (place) => {
      for (const mutation of waiting) {
        const found = await place.suffer(mutation);
        if (found.length > 0) broken.set(mutation.name, found);
      }
    }),
  );
  return broken;
}

function isWanted(family: string): boolean {
  return (process.env.FOREIGN?.split(",") ?? [""]).some((one) => family.startsWith(one));
}
