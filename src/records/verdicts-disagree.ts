import type { JudgeRunResult, TrialResult } from "./judged-campaign.ts";

/** Verdicts this far apart on the same trial leave its quality open, where no threshold says what matters. */
const WIDE_APART = 2;

/** Whether the verdicts about a trial leave its quality open: some pass it and some do not, or they are more than two points apart. */
export function verdictsDisagree({ judge_runs }: Pick<TrialResult, "judge_runs">, threshold: number | null): boolean {
  return leavesOpen(judge_runs.flatMap(verdictsOf), threshold);
}

/** The same of bare scores; one alone disagrees with nobody. */
export function leavesOpen(scores: readonly number[], threshold: number | null): boolean {
  if (scores.length < 2) return false;
  const [low, high] = [Math.min(...scores), Math.max(...scores)];
  return threshold === null ? high - low > WIDE_APART : low < threshold && high >= threshold;
}

/** Scores of a judge run's valid verdicts, those that `sample_size` left out as well: they are paid for and tell as much. */
export function verdictsOf({ iterations }: JudgeRunResult): number[] {
  const scores: number[] = [];
  for (const { status, score } of iterations) if (status === "verdict" && score !== null) scores.push(score);
  return scores;
}
