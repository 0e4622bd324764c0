import type { JudgeRunResult, TrialResult } from "../../../records/index.ts";
import { mean } from "../../../statistics/index.ts";
import { JUDGE_FLAGS } from "../../wire/index.ts";

/** Distance from other judges or repetitions that is worth a look. */
const FAR = 1;

/** Returns what is noteworthy about a judge's answers on a trial, as flags. */
export function judgeFlags({ judge_runs }: Pick<TrialResult, "judge_runs">, judgeRunId: string): number {
  const own = judge_runs.find(({ judge_run_id }) => judge_run_id === judgeRunId);
  if (!own) return 0;
  const others = judge_runs.flatMap(({ judge_run_id, score }) => (judge_run_id === judgeRunId ? [] : (score ?? [])));
  const above = own.score === null || others.length === 0 ? 0 : own.score - mean(others);
  const { iterations } = own;
  return (
    (iterations.some(({ broken_answers }) => broken_answers.length > 0) ? JUDGE_FLAGS.broken_answer : 0) |
    (iterations.some(({ grounding }) => (grounding.places.nowhere ?? 0) > 0) ? JUDGE_FLAGS.unfounded : 0) |
    (above >= FAR ? JUDGE_FLAGS.above : 0) |
    (above <= -FAR ? JUDGE_FLAGS.below : 0) |
    (isUnsteady(own) ? JUDGE_FLAGS.unsteady : 0) |
    (iterations.some(({ status }) => status === "invalid" || status === "unanswered") ? JUDGE_FLAGS.no_verdict : 0)
  );
}

function isUnsteady({ iterations }: JudgeRunResult): boolean {
  const scores = iterations.flatMap(({ score }) => score ?? []);
  return scores.length > 1 && Math.max(...scores) - Math.min(...scores) >= FAR;
}
