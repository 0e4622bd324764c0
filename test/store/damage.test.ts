import { tmpdir } from "node:os";
import { afterAll, beforeAll, expect, test } from "vitest";
import { lacks } from "../support/needs.ts";
import { readDamages, sufferDamage } from "../torture/damage.ts";
import { openVictim, type Victim } from "../torture/victim.ts";

let victim: Victim;
beforeAll(async () => {
  victim = await openVictim(tmpdir(), { hooks: !lacks("sandbox") });
});
afterAll(() => victim.close());

const fast = readDamages().filter(({ fast: isFast }) => isFast);
test.each(fast.map((damage) => [damage.promise, damage] as const))("%s", async (_, damage) => {
  // Without a sandbox no hook runs, and there are no records of checks to damage.
  const isHere = ![damage.target].flat().includes("checks") || !lacks("sandbox");
  expect(await sufferDamage(damage, victim, 1)).toEqual(isHere ? [] : null);
});
