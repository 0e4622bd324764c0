import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { spread } from "../support/spread.ts";
import { sampleSize } from "../support/thorough.ts";
import { foreignMutations } from "../torture/foreign/corpus.ts";
import type { ForeignMutation } from "../torture/foreign/mutation.ts";
import { openTryingPlace, type TryingPlace } from "../torture/foreign/try-foreign.ts";
import { makeOriginal } from "../torture/foreign/workspace.ts";
import { sufferAll } from "../torture/with-foreign.ts";

/** `npm run torture foreign` tries all of them. */
const OF_A_FAMILY = sampleSize(1, 3);
/** An index with the right checksums is believed by what only lists; `assay verify` and `assay store verify` name it. */
const BELIEVED = "indexes with other facts";
/** These take minutes, or need room that a test has not. */
const TOO_LARGE = /9 GB|1,000,000|30 MB|terabyte|700 MB|20,000 files|5,000 segments/;

const folder = mkdtempSync(join(tmpdir(), "assay-foreign-"));
let place: TryingPlace;
let families: Map<string, ForeignMutation[]>;

beforeAll(async () => {
  const original = makeOriginal(folder);
  families = foreignMutations(original);
  mkdirSync(join(folder, "place"));
  place = await openTryingPlace(join(folder, "place"), original);
});
afterAll(async () => {
  await place?.close();
  rmSync(folder, { recursive: true, force: true, maxRetries: 10 });
});

describe("what a stranger sends is read as data, and changes nothing else", () => {
  test("the corpus is large, and each family has its share", () => {
    expect([...families.values()].flat().length).toBeGreaterThan(3_000);
    expect(families.size).toBeGreaterThan(20);
  });

  test("the store as it was is read without a finding", async () => {
    const untouched = families.get("run records")!.slice(0, 8);
    const nothing = untouched.map((mutation) => ({ ...mutation, change: () => {} }));
    expect([...(await sufferAll(nothing, [place]))]).toEqual([]);
  });

  test("a sample of every family", async () => {
    const sample = [...families].flatMap(([family, all]) =>
      spread(family === BELIEVED ? [] : all.filter(({ name }) => !TOO_LARGE.test(name)), OF_A_FAMILY),
    );
    expect(Object.fromEntries(await sufferAll(sample, [place]))).toEqual({});
  });
});
