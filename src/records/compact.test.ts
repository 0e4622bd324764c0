import { expect, test } from "vitest";
import { runRecord } from "../../test/support/store-records.ts";
import { compactRecord, expandRecord } from "./compact.ts";
import type { CallRecord } from "./record.ts";

const ANSWER = "an answer that is long enough to matter ".repeat(50);

function answered(raw: unknown): CallRecord {
  const outcome = { status: "answered", message: { content: ANSWER, tool_calls: [] }, raw } as never;
  return { call_id: "c", attempts: [{ follow_up: [], outcome, violations: [] }] } as unknown as CallRecord;
}

function throughText<Kind extends "call" | "run">(kind: Kind, value: never) {
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
