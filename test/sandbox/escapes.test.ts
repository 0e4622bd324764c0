import { beforeAll, describe, expect, test } from "vitest";
import type { Sandbox } from "../../src/sandbox/index.ts";
import { cannot, lacks } from "../support/needs.ts";
import { temporaryFolder } from "../support/temporary.ts";
import { ATTACKED, attempt, openAttacked, readEscapes } from "../torture/escapes.ts";

const PACKAGES = { bubblewrap: lacks("sandbox"), namespaces: lacks("namespaces") };

describe.each(ATTACKED)("in %s", (kind) => {
  let sandbox: Sandbox | null = null;
  beforeAll(async () => {
    if (!PACKAGES[kind]) sandbox = await openAttacked(kind);
  });
  const promised = readEscapes().filter(({ fast, only_in = ATTACKED }) => fast && only_in.includes(kind));

  test.skipIf(PACKAGES[kind]).for(promised)("$promise ($name)", async (attempted, { skip }) => {
    const held = await attempt(attempted, sandbox!, temporaryFolder());
    if (held.state === "skipped") skip(cannot("languages", `not installed: ${held.needs}`));
    expect(held).toEqual({ state: "held" });
  });
});

test("every class of attempts says what must hold and who promises it", () => {
  const escapes = readEscapes();
  expect(escapes.length).toBeGreaterThan(15);
  for (const { promise, program, language } of escapes) {
    expect(promise.length).toBeGreaterThan(10);
    expect(program).toMatch(/tried|ESCAPED|head/);
    expect(["shell", "perl", "python", "c"]).toContain(language);
  }
});
