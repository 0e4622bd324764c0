import type { JudgeRunResult, TrialResult } from "./judged-campaign.ts";

/** Score difference beyond which verdicts on a trial leave its quality open, if no threshold says what matters. */
const WIDE_APART = 2;

/** True if the verdicts leave a trial's quality open: some pass it and some do not, or they differ by more than two points. */
export function verdictsDisagree({ judge_runs }: Pick<TrialResult, "judge_runs">, threshold: number | null): boolean {
  return scoresDisagree(judge_runs.flatMap(verdictsOf), threshold);
}

/** Like `verdictsDisagree`, for bare scores; a single one never disagrees. */
export function scoresDisagree(scores: readonly number[], threshold: number | null): boolean {
  if (scores.length < 2) return false;
  const [low, high] = [Math.min(...scores), Math.max(...scores)];
  return threshold === null ? high - low > WIDE_APART : low < threshold && high >= threshold;
}

/** Scores of a judge run's valid verdicts, including those `sample_size` excluded: they were paid for and are just as informative. */
export function verdictsOf({ iterations }: JudgeRunResult): number[] {
  const scores: number[] = [];
  for (const { status, score } of iterations) if (status === "verdict" && score !== null) scores.push(score);
  return scores;
}
