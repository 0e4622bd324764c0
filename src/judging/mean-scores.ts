import { mean } from "../statistics/index.ts";
import { addTo } from "../text/index.ts";
import type { JudgeVerdict } from "./judged-packet.ts";

/** Averages each judge over its repetitions, then over judges, so that repetitions do not add weight. */
export function meanScores(verdicts: readonly JudgeVerdict[]): Record<string, number> {
  const byDimension = new Map<string, Map<string, number[]>>();
  for (const { judge, scores } of verdicts)
    for (const [dimension, score] of Object.entries(scores)) {
      const judges = byDimension.get(dimension) ?? new Map<string, number[]>();
      byDimension.set(dimension, judges);
      addTo(judges, judge, score);
    }
  return Object.fromEntries(
    [...byDimension].map(([dimension, judges]) => [dimension, mean([...judges.values()].map(mean))]),
  );
}
