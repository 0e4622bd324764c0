import type { EvaluationFacts, RunFacts } from "../../records/index.ts";

/**
 * Why a trial counts as failed, in a few words; null when it does not. Failed are those that end a command with exit code 1: the run did not succeed, its
 * judges gave no score, or it did not pass. A trial that nobody has run or judged yet is not among them.
 */
export function whyFailed({
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
