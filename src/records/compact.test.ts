import { expect, test } from "vitest";
import { evaluationRecord, runRecord } from "../../test/support/store-records.ts";
import { compactRecord, expandRecord } from "./compact.ts";
import type { CallRecord } from "./record.ts";

const ANSWER = "an answer that is long enough to matter ".repeat(50);

function answered(raw: unknown): CallRecord {
  const outcome = { status: "answered", message: { content: ANSWER, tool_calls: [] }, raw } as never;
  return { call_id: "c", attempts: [{ follow_up: [], outcome, violations: [] }] } as unknown as CallRecord;
}

function throughText<Kind extends "call" | "run" | "evaluation">(kind: Kind, value: never) {
  const text = JSON.stringify(compactRecord(kind, value));
  return { text, value: expandRecord(kind, JSON.parse(text)) };
}

test.each([
  ["in the shape of chat completions", { choices: [{ message: { role: "assistant", content: ANSWER } }] }],
  ["in another shape", { output: [{ text: ANSWER }] }],
  ["with another answer", { choices: [{ message: { content: "something else" } }] }],
  ["missing", null],
])("a call whose raw answer is %s is read back as it was", (_, raw) => {
  const call = answered(raw);
  expect(throughText("call", call as never).value).toEqual(call);
});

test("a judge's answer is kept once", () => {
  const { text } = throughText("call", answered({ choices: [{ message: { content: ANSWER } }] }) as never);
  expect(text.split(ANSWER)).toHaveLength(2);
});

test("a subject's answer is kept once in a run, and an answer that looks like our mark stays what it is", () => {
  const run = runRecord();
  const event = { turn: 1, at_ms: 0, kind: "final_output" as const, forced: false };
  for (const final_output of [ANSWER, '{"in":"final_output"}', ""]) {
    const artifact = { ...run.artifact, final_output, trace: [{ ...event, content: final_output }] };
    const { value, text } = throughText("run", { ...run, artifact } as never);
    expect(value).toEqual({ ...run, artifact });
    if (final_output === ANSWER) expect(text.split(ANSWER)).toHaveLength(2);
  }
});

test("a trace whose last answer differs from the final output keeps both", () => {
  const run = runRecord();
  const event = { turn: 1, at_ms: 0, kind: "final_output" as const, forced: false, content: "other" };
  const artifact = { ...run.artifact, final_output: ANSWER, trace: [event] };
  expect(throughText("run", { ...run, artifact } as never).value).toEqual({ ...run, artifact });
});

test.each([
  [
    "the final output",
    { choices: [{ message: { content: ANSWER }, index: 0 }, { message: { content: ANSWER } }], id: 1 },
    2,
  ],
  ["another text", { choices: [{ message: { content: "other" } }] }, 1],
  ["what looks like our mark", { choices: [{ message: { content: { in: "final_output" } } }] }, 1],
  ["nothing", null, 1],
])("a run whose raw answers hold %s is read back to the byte", (_, raw, times) => {
  const run = runRecord();
  const runner_metadata = { requests: 2, raw_answers: [{ choices: [] }, raw], last: true };
  const whole = { ...run, artifact: { ...run.artifact, final_output: ANSWER, runner_metadata } };
  const { value, text } = throughText("run", whole as never);
  expect(value).toEqual(whole);
  expect(JSON.stringify(value.artifact)).toBe(JSON.stringify(whole.artifact));
  expect(text.split(ANSWER)).toHaveLength(times + 1);
});

test("what a call of one attempt used is kept once", () => {
  const usage = { prompt_tokens: 123456, completion_tokens: 1 } as never;
  const outcome = { status: "answered", message: { content: null }, raw: null, usage } as never;
  const attempt = { follow_up: [], outcome, violations: [] };
  for (const [attempts, times] of [
    [[attempt], 1],
    [[attempt, attempt], 3],
  ] as const) {
    const call = { call_id: "c", attempts, usage } as unknown as CallRecord;
    const { value, text } = throughText("call", call as never);
    expect(value).toEqual(call);
    expect(text.split("123456")).toHaveLength(times + 1);
  }
});

test("the scores of a panel of one are kept once, and other panels as they are", () => {
  const card = (score: number) => ({ task: { score, passed: null } }) as never;
  const record = evaluationRecord("r", 7);
  const [only] = record.result.judge_runs;
  for (const [judge_runs, dimensions] of [
    [[{ ...only!, dimensions: card(123) }], card(123)],
    [[{ ...only!, dimensions: card(123) }], card(124)],
    [[{ ...only!, dimensions: card(123) }, only!], card(123)],
    [[{ ...only!, dimensions: null }], null],
  ] as const) {
    const whole = { ...record, result: { ...record.result, judge_runs, dimensions } };
    expect(throughText("evaluation", whole as never).value).toEqual(whole);
  }
});

test("what the only iteration of an only judge says is kept once, and read back to the byte", () => {
  const record = evaluationRecord("r", 7);
  const [only] = record.result.judge_runs;
  const [iteration] = only!.iterations;
  const dimensions = { task: { score: 123, passed: null }, spark: { score: 5, passed: true } } as never;
  const grounding = { ...record.result.grounding, items: 4567 };
  for (const [iterations, kept] of [
    [[{ ...iteration!, dimensions: { task: 123, spark: 5 }, grounding }], 1],
    [[{ ...iteration!, dimensions: { spark: 5, task: 123 }, grounding: { ...grounding, quoting: 1 } }], 2],
    [[{ ...iteration!, dimensions: null, grounding: null }], 1],
    [[iteration!, { ...iteration!, dimensions: { task: 123, spark: 5 }, grounding }], 2],
    [[], 1],
  ] as const) {
    const judge_runs = [{ ...only!, dimensions, iterations }];
    const whole = { ...record, result: { ...record.result, judge_runs, dimensions, grounding } };
    const { value, text } = throughText("evaluation", whole as never);
    expect(JSON.stringify(value)).toBe(JSON.stringify(whole));
    expect(text.split("4567")).toHaveLength(kept + 1);
  }
});

test("a call that an earlier version stored as unanswered and interrupted is read as not asked", () => {
  const given = { attempts: [], usage: null } as unknown as CallRecord;
  const before = { ...given, result: { status: "unanswered", message: "stopped", permanent: true, interrupted: true } };
  expect(expandRecord("call", before as CallRecord).result).toEqual({
    status: "not_asked",
    message: "stopped",
    because: "interrupted",
  });
  const refused = { status: "unanswered", message: "401", permanent: true, interrupted: false } as const;
  expect(expandRecord("call", { ...given, result: refused }).result).toEqual(refused);
});
