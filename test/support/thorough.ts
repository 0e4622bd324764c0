import { spread } from "./spread.ts";

/** True in `npm run test:full`, which also runs every file that imports this one, with the whole of its corpora. */
const isThorough = process.env.ASSAY_TEST_THOROUGH === "1";

/** Takes the smaller number in `npm test`. */
export function sampleSize(few: number, all: number): number {
  return isThorough ? all : few;
}

/** Takes a few items in `npm test`, spread evenly over all of them. */
export function sampleOf<Item>(items: readonly Item[], few: number): readonly Item[] {
  return isThorough ? items : spread(items, few);
}
