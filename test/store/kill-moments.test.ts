import { describe, expect, test } from "vitest";
import { PROTOCOLS } from "../torture/protocols.ts";
import { killAndGoOn, readKills } from "../torture/store-kills.ts";

const fast = readKills().filter(({ fast: isFast }) => isFast);

describe.each(PROTOCOLS)("%s, killed", (protocol) => {
  test.each(fast.map((kill) => [kill.promise, kill] as const))("%s", async (_, kill) => {
    expect(await killAndGoOn(kill, kill.plus_ms[0]!, protocol)).toEqual([]);
  });
});
