import { describe, expect, test } from "vitest";
import type { IterationResult, JudgeRunResult, TraceEvent } from "../../records/index.ts";
import { commandsFor } from "../../report/index.ts";
import { JUDGE_FLAGS } from "../wire/index.ts";
import { campaignState } from "./campaign/campaign-state.ts";
import { judgeFlags } from "./campaign/judge-flags.ts";
import { traceChunks } from "./trial/trace-chunks.ts";

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

test("what was not judged is run again by `assay run`, and its file for reading made by `assay files`", () => {
  const ids = { suite_id: "s", run_profile: "quick-0123abcd", evaluation_profile: null };
  const commands = commandsFor(ids, { model_id: "m", case_id: "c", repetition: 1 });
  expect(commands.map(({ command }) => command)).toEqual([
    "assay run --suite s --run-profile quick --model m --case c --force",
    "assay files s/quick-0123abcd/m/c/1",
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

describe("what one judge did on a trial", () => {
  const verdict = (score: number, more: Partial<IterationResult> = {}): IterationResult => ({
    repetition: 1,
    status: "verdict",
    aggregated: true,
    score,
    dimensions: null,
    attempts: 1,
    repairs: [],
    broken_answers: [],
    problem: null,
    grounding: { items: 0, quoting: 0, grounded: 0, task_only: 0, places: {} },
    reused: false,
    cost_usd: null,
    call_id: "c",
    ...more,
  });
  const run = (judge_run_id: string, score: number | null, iterations: IterationResult[] = []): JudgeRunResult => ({
    judge_run_id,
    judge_id: judge_run_id,
    score,
    passed: null,
    dimensions: null,
    iterations,
  });
  const flagsOf = (...judge_runs: JudgeRunResult[]) => {
    const flags = judgeFlags({ judge_runs }, "a");
    return Object.entries(JUDGE_FLAGS).flatMap(([name, bit]) => ((flags & bit) === 0 ? [] : [name]));
  };

  test.each<[string, JudgeRunResult[], string[]]>([
    ["nothing", [run("a", 5, [verdict(5), verdict(5)]), run("b", 5)], []],
    ["a point above the others", [run("a", 6), run("b", 5)], ["above"]],
    ["less than a point", [run("a", 5.9), run("b", 5)], []],
    ["below the mean of the others, not the nearest of them", [run("a", 4), run("b", 4), run("c", 6)], ["below"]],
    ["alone in the panel", [run("a", 0)], []],
    ["others without a score say nothing", [run("a", 0), run("b", null)], []],
    [
      "without a score itself",
      [run("a", null, [verdict(0, { status: "invalid", score: null })]), run("b", 9)],
      ["no_verdict"],
    ],
    ["repetitions a point apart", [run("a", 5, [verdict(4), verdict(5)])], ["unsteady"]],
    [
      "an answer that was mended",
      [run("a", 5, [verdict(5, { broken_answers: [{ attempt: 1, violations: [] }] })])],
      ["broken_answer"],
    ],
    [
      "a quote that is nowhere",
      [run("a", 5, [verdict(5, { grounding: { ...verdict(5).grounding, places: { nowhere: 1 } } })])],
      ["unfounded"],
    ],
    ["another judge's doing", [run("b", 5, [verdict(1), verdict(9)])], []],
  ])("%s", (_, runs, expected) => {
    expect(flagsOf(...runs)).toEqual(expected);
  });
});
