import type { EvaluationFacts, RunFacts } from "../../records/index.ts";

/**
 * Explains why a trial counts as failed; null if it does not. A trial fails, and ends a command with exit code 1, if its run did not
 * succeed, its judges gave no score, or it did not pass. Trials without a run or judging do not count.
 */
export function explainFailure({
  run,
  evaluation,
}: {
  run: RunFacts | null;
  evaluation: EvaluationFacts | null;
}): string | null {
  if (run === null) return "its run is damaged";
  if (run.status !== "success") return `the run ended with ${run.status}`;
  if (evaluation?.state === "unscored") return "no judge gave a valid verdict";
  return evaluation?.passed === false ? "it did not pass" : null;
}
