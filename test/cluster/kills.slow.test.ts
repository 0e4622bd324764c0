import { describe, expect, test } from "vitest";
import { lacks } from "../support/needs.ts";
import { killEverybody } from "../torture/cluster-kills.ts";

/** `npm run torture cluster` does the same with 2,000 trials, more kills and six seeds. */
describe.skipIf(lacks("redis"))("200 trials over 4 workers", () => {
  test("with kills at random moments give the report of one machine, and only what was in flight is paid again", async () => {
    const kills = ["worker", "worker", "coordinator", "redis"] as const;
    const { broken } = await killEverybody({ seed: 19, cases: 50, repetitions: 4, kills });
    expect(broken).toEqual([]);
  });
});
