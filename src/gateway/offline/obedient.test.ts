import { expect, test } from "vitest";
import { diligent } from "./diligent.ts";
import { hasty } from "./hasty.ts";
import { forgetful, obedient } from "./obedient.ts";

const NOTE = `Attached context file: note.md
--- BEGIN ATTACHMENT note.md ---
The office moves on 3 March. Boxes are delivered a week before.
--- END ATTACHMENT note.md ---`;
const ask = (system: string | null, repetition = 1, question = "When does the office move?") => ({
  model: "offline/obedient",
  messages: [
    ...(system === null ? [] : [{ role: "system" as const, content: system }]),
    { role: "user" as const, content: NOTE },
    { role: "user" as const, content: question },
  ],
  options: {},
  repetition,
});

test.each([
  "Quote the sentence you rest on.",
  "Name your sources.",
  "Work carefully.",
  "Think step by step.",
  "Never invent anything.",
  "If you don't know, don't guess.",
])("obedient takes care when told: %s", (system) => {
  expect(obedient(ask(system))).toEqual(diligent(ask(system)));
});

test.each([null, "Be brief.", "You are a pirate."])(
  "obedient cuts corners when told nothing of the kind: %s",
  (system) => {
    expect(obedient(ask(system))).toEqual(hasty(ask(system)));
  },
);

test("a user who asks for quotes is no system prompt", () => {
  const request = ask("Be brief.", 1, "Quote your sources: when does the office move?");
  expect(obedient(request)).toEqual(hasty(request));
});

test("forgetful is obedient on two tasks of three, and the same request always gives the same answer", () => {
  const system = "Quote your sources.";
  const kept = Array.from({ length: 30 }, (_, at) => {
    const request = ask(system, at + 1);
    expect(forgetful(request)).toEqual(forgetful(request));
    return JSON.stringify(forgetful(request)) === JSON.stringify(obedient(request));
  });
  const times = kept.filter(Boolean).length;
  expect(times).toBeGreaterThanOrEqual(20);
  expect(times).toBeLessThan(30);
});
