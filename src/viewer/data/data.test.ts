import { expect, test } from "vitest";
import type { TraceEvent } from "../../records/index.ts";
import { campaignState } from "./campaign-state.ts";
import { commandsFor } from "./commands.ts";
import { traceChunks } from "./trace-chunks.ts";

const event = (content: string): TraceEvent => ({ turn: 1, at_ms: 0, kind: "message", role: "user", content });

test("a long trace comes in stretches, and no event is lost or twice", () => {
  const trace = Array.from({ length: 1201 }, (_, at) => event(String(at)));
  const chunks = traceChunks(trace);
  expect(chunks.map(({ first, events }) => [first, events.length])).toEqual([
    [0, 500],
    [500, 500],
    [1000, 201],
  ]);
  expect(chunks.flatMap(({ events }) => events)).toEqual(trace);
});

test("events of megabytes have stretches of their own", () => {
  const chunks = traceChunks([event("a"), event("b".repeat(5_000_000)), event("c")]);
  expect(chunks.map(({ events }) => events.length)).toEqual([1, 1, 1]);
});

test("nothing recorded is no stretch", () => {
  expect(traceChunks([])).toEqual([]);
});

test("a command is one that can be pasted, whatever the ids hold", () => {
  const ids = { suite_id: "s", run_profile: "quick-0123abcd", evaluation_profile: "judges-0123abcd" };
  const [again] = commandsFor(ids, { model_id: "large+terse", case_id: "$(reboot) 'x'", repetition: 2 });
  expect(again!.command).toBe(
    "assay run-eval --suite s --run-profile quick --evaluation-profile judges --model large+terse --case '$(reboot) '\\''x'\\''' --force",
  );
});

test("what was not judged is run again by `assay run`", () => {
  const ids = { suite_id: "s", run_profile: "quick-0123abcd", evaluation_profile: null };
  const commands = commandsFor(ids, { model_id: "m", case_id: "c", repetition: 1 });
  expect(commands.map(({ command }) => command)).toEqual([
    "assay run --suite s --run-profile quick --model m --case c --force",
  ]);
});

test.each([
  [["scored", "scored"], 2, false, "complete", null],
  [["checked"], 1, false, "complete", null],
  [["scored", "unscored", "not_judged"], 4, false, "incomplete", "1 unscored, 1 not judged, 1 trial not run"],
  [["scored"], 2, true, "running", "1 trial not run"],
] as const)("%j of %i, running: %j, is %s", (states, expected, running, state, missing) => {
  expect(campaignState([...states], expected, running)).toEqual({ state, missing });
});
