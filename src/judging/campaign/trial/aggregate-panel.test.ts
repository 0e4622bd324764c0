import { expect, test } from "vitest";
import type { Gateway } from "../../../gateway/index.ts";
import type { Verdict } from "../../../records/index.ts";
import type { ResolvedJudge } from "../../panel/judges.ts";
import type { PanelCall } from "../../panel/panel.ts";
import { openEvidenceLookup } from "../grounding/grounding.ts";
import type { Packet } from "../packet/packet.ts";
import { perDimension } from "./aggregate.ts";
import { aggregatePanel } from "./aggregate-panel.ts";

const gateway: Gateway = { endpoint: "e", offline: true, complete: () => Promise.reject(new Error("not called")) };
const lookUp = openEvidenceLookup({
  subject_response: { final_output: "The sum is 42." },
  execution_evidence: {},
} as unknown as Packet);
const median = { method: "median", pass_threshold: null } as const;

function judge(judge_run_id: string, sample_size: number | null = null): ResolvedJudge {
  const settings = { attempts: 1, timeout_seconds: 1, retries: 0, repetitionOffset: 0 };
  return { judge_run_id, judge_id: "j", repetitions: 1, sample_size, model: "m", options: {}, gateway, ...settings };
}

/** A call with this score; null: an answer that broke the contract. */
function call(by: ResolvedJudge, repetition: number, score: number | null): PanelCall<Verdict> {
  const violations = [{ rule: "not_json", path: "", message: "no JSON" }];
  const prompt = { system_sha256: "", user_sha256: "" };
  const identity = { call_id: `${repetition}`, endpoint: "e", offline: true, model: "m", options: {}, repetition };
  const stored = { schema_version: 1 as const, ...identity, prompt, attempts: [], usage: null };
  const known = { judge: by, repetition, reused: false };
  if (score === null) return { ...known, record: { ...stored, result: { status: "invalid", violations } } };
  const given = { answer: verdict(score), repairs: [] };
  return { ...known, record: { ...stored, result: { status: "verdict", ...given } } };
}

function verdict(score: number): Verdict {
  const dimensions = perDimension(() => ({ evidence: ['says "sum is 42"', 'says "43"'], score }));
  return { summary: "s", dimensions, overall: { score, reason: null } };
}

test("two judges yield a score: each is aggregated first, then the panel", () => {
  const [a, b] = [judge("a"), judge("b")];
  const result = aggregatePanel([call(a, 1, 2), call(a, 2, 9), call(a, 3, 9), call(b, 1, 5)], median, lookUp);
  expect(result.judge_runs.map(({ score }) => score)).toEqual([9, 5]);
  expect(result.aggregated?.overall.score).toBe(7);
  expect(result.disagreement).toBe(4);
});

test("a judge without any valid verdict is left out with a warning; the others still give the score", () => {
  const [a, b] = [judge("a"), judge("b")];
  const result = aggregatePanel([call(a, 1, 6), call(b, 1, null)], median, lookUp);
  expect(result.aggregated?.overall.score).toBe(6);
  expect(result.judge_runs[1]).toMatchObject({ score: null, passed: null, dimensions: null });
  expect(result.disagreement).toBeNull();
  expect(result.warnings).toEqual(["b: 1 of 1 answer broke the contract and is left out"]);
});

test("no valid verdict at all is no score, not 0", () => {
  const a = judge("a");
  expect(aggregatePanel([call(a, 1, null)], median, lookUp).aggregated).toBeNull();
});

test("sample_size skips invalid iterations and warns when too few are left", () => {
  const a = judge("a", 2);
  const enough = aggregatePanel([call(a, 1, null), call(a, 2, 4), call(a, 3, 6), call(a, 4, 10)], median, lookUp);
  expect(enough.aggregated?.overall.score).toBe(5);
  expect(enough.judge_runs[0]?.iterations.map(({ aggregated }) => aggregated)).toEqual([false, true, true, false]);
  const few = aggregatePanel([call(a, 1, 4)], median, lookUp);
  expect(few.warnings).toEqual(["a: 1 valid verdict, although sample_size asks for 2"]);
});

test("a majority of the panel decides, by the same method as within each judge run", () => {
  const judges = [judge("a"), judge("b"), judge("c")];
  const majority = { method: "majority_vote", pass_threshold: 6 } as const;
  const scores = [7, 2, 9];
  const result = aggregatePanel(
    judges.map((by, index) => call(by, 1, scores[index]!)),
    majority,
    lookUp,
  );
  expect(result.aggregated?.overall).toEqual({ score: 8, passed: true });
});

test("every iteration carries how much of its evidence is grounded", () => {
  const a = judge("a");
  const { grounding } = aggregatePanel([call(a, 1, 5)], median, lookUp);
  expect(grounding).toEqual({
    items: 12,
    quoting: 12,
    grounded: 6,
    task_only: 0,
    places: { answer: 6, nowhere: 6 },
  });
});
