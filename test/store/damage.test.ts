import { tmpdir } from "node:os";
import { afterAll, beforeAll, expect, test } from "vitest";
import { lacks } from "../support/needs.ts";
import { readDamages, sufferDamage } from "../torture/damage.ts";
import { openVictim, type Victim } from "../torture/victim.ts";

let victim: Victim;
beforeAll(async () => {
  victim = await openVictim(tmpdir(), { hooks: !lacks("bwrap", "bubblewrap") });
});
afterAll(() => victim.close());

const fast = readDamages().filter(({ fast: isFast }) => isFast);
test.each(fast.map((damage) => [damage.promise, damage] as const))("%s", async (_, damage) => {
  expect(await sufferDamage(damage, victim, 1)).toEqual(damage.target === "checks" && lacks("bwrap") ? null : []);
});
