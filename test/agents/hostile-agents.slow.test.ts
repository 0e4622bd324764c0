import { rmSync } from "node:fs";
import { describe, expect, onTestFinished, test } from "vitest";
import { lacks } from "../support/needs.ts";
import { readHostileAgents } from "../torture/hostile/corpus.ts";
import { tryHostileAgents } from "../torture/hostile/try-agents.ts";
import { buildWithout, PROTECTIONS } from "../torture/hostile/without-protections.ts";

const AGENTS = readHostileAgents();
/** Agents that hang take their time limit; the rest is for busy machines. */
const PATIENCE = 900_000;

test("every hostile agent says what must hold, and notes that it tried", () => {
  expect(AGENTS.length).toBeGreaterThanOrEqual(55);
  for (const { name, promise, program, language, is_ended } of AGENTS) {
    expect(promise.length, name).toBeGreaterThan(20);
    expect(["shell", "node"], name).toContain(language);
    if (!is_ended) expect(program, name).toContain("tried");
  }
});

describe.skipIf(lacks("sandbox"))("hostile agents in one campaign with an honest one", () => {
  test("read nothing, forge nothing, stop nothing and leave nothing behind", { timeout: PATIENCE }, async () => {
    const { findings } = await tryHostileAgents(
      AGENTS.filter(({ fast }) => fast),
      { place: "sandbox" },
    );
    expect([...findings].filter(([, found]) => found.length > 0)).toEqual([]);
  });

  test("are found out wherever a protection is missing", { timeout: PATIENCE }, async () => {
    const { folder, cli } = buildWithout(PROTECTIONS);
    onTestFinished(() => rmSync(folder, { recursive: true }));
    const wanted = new Set(PROTECTIONS.map(({ agent }) => agent));
    const hostile = AGENTS.filter(({ name }) => wanted.has(name));
    const { findings } = await tryHostileAgents(hostile, { place: "sandbox", cli });
    const all = [...findings.values()].flat();
    const unnoticed = PROTECTIONS.filter(({ finding }) => !all.some((found) => finding.test(found)));
    expect(
      unnoticed.map(({ what }) => what),
      all.join("\n"),
    ).toEqual([]);
  });
});
