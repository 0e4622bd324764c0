import type { IterationResult, JudgeRunResult, TrialResult } from "../../../records/index.ts";
import { type Difference, differenceBetween } from "./difference.ts";

/** Compares everything that a report shows of a trial, part by part. */
export function resultDifferences(stored: TrialResult, found: TrialResult): Difference[] {
  const differences: Difference[] = [];
  const compare = (what: string, was: unknown, is: unknown) =>
    void differences.push(...differenceBetween(what, rounded(was), rounded(is)));
  for (const run of found.judge_runs) {
    const before = stored.judge_runs.find(({ judge_run_id }) => judge_run_id === run.judge_run_id);
    compareJudge(before, run, compare);
  }
  const { judge_runs: _, ...fields } = found;
  for (const field of Object.keys(fields) as (keyof typeof fields)[])
    compare(WORDS[field] ?? field, stored[field], found[field]);
  return differences;
}

type Compare = (what: string, stored: unknown, found: unknown) => void;

function compareJudge(before: JudgeRunResult | undefined, run: JudgeRunResult, compare: Compare): void {
  const { judge_run_id, iterations, ...combined } = run;
  for (const iteration of iterations) {
    const was = before?.iterations.find(({ repetition }) => repetition === iteration.repetition);
    const what = `verdict of ${judge_run_id} #${iteration.repetition}`;
    compare(what, was && verdictIn(was), verdictIn(iteration));
    if (was) compare(`${what}, besides its scores`, restOf(was), restOf(iteration));
  }
  const { judge_id, score, passed, dimensions } = before ?? {};
  compare(
    `score of ${judge_run_id}`,
    [judge_id, score, passed, dimensions],
    [combined.judge_id, combined.score, combined.passed, combined.dimensions],
  );
}

function verdictIn({ status, score, dimensions, aggregated }: IterationResult): unknown[] {
  return [status, score, dimensions, aggregated];
}

function restOf({ status: _, score: __, dimensions: ___, aggregated: ____, ...rest }: IterationResult): unknown {
  return rest;
}

/** Descriptions of a result's fields, where their names alone say too little. */
const WORDS: Partial<Record<keyof TrialResult, string>> = {
  run: "tokens, cost and time of the run",
  judging: "calls and cost of judging",
  model_id: "the subject of the evaluation",
  case_id: "the case of the evaluation",
  repetition: "the repetition of the evaluation",
  run_id: "the run of the evaluation",
};

/** Rounds costs, which were added up in another order when they were stored. */
function rounded(value: unknown): unknown {
  if (typeof value === "number") return Number.isInteger(value) ? value : Math.round(value * 1e9) / 1e9;
  if (Array.isArray(value)) return value.map(rounded);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, part]) => [name, rounded(part)]));
}
