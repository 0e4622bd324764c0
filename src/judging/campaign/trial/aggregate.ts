import { type AggregatedScore, type Aggregation, DIMENSIONS, type Dimension } from "../../../records/index.ts";
import { median } from "../../../statistics/index.ts";

/** Scores on the 0–10 scale of one verdict, or of a judge run's combined verdicts. */
export interface ScoreCard {
  overall: number;
  dimensions: Record<Dimension, number>;
}

export interface AggregatedCard {
  overall: AggregatedScore;
  dimensions: Record<Dimension, AggregatedScore>;
}

/** Combines cards by dimension and overall; null without any, because no score is not a score of 0. */
export function aggregateCards(cards: ScoreCard[], aggregation: Aggregation): AggregatedCard | null {
  if (cards.length === 0) return null;
  const combine = (pick: (card: ScoreCard) => number) => aggregateScores(cards.map(pick), aggregation);
  return {
    overall: combine((card) => card.overall),
    dimensions: perDimension((dimension) => combine((card) => card.dimensions[dimension])),
  };
}

/**
 * Combines scores. `median` and `mean` use all scores. `majority_vote` passes when more than half reach the threshold, and its
 * score is the median of the winning side, so it is on that side of the threshold; half is no majority. `all_pass` passes when
 * every score reaches the threshold, and its score is the lowest.
 */
export function aggregateScores(scores: number[], { method, pass_threshold }: Aggregation): AggregatedScore {
  const reaches = (score: number) => pass_threshold !== null && score >= pass_threshold;
  switch (method) {
    case "median":
    case "mean": {
      const score = method === "median" ? median(scores) : roundedMean(scores);
      return { score, passed: pass_threshold === null ? null : reaches(score) };
    }
    case "majority_vote": {
      const passing = scores.filter(reaches);
      const passed = passing.length > scores.length / 2;
      return { score: median(passed ? passing : scores.filter((score) => !reaches(score))), passed };
    }
    case "all_pass":
      return { score: Math.min(...scores), passed: scores.every(reaches) };
  }
}

export function cardOf(aggregated: AggregatedCard): ScoreCard {
  return {
    overall: aggregated.overall.score,
    dimensions: perDimension((dimension) => aggregated.dimensions[dimension].score),
  };
}

export function perDimension<T>(value: (dimension: Dimension) => T): Record<Dimension, T> {
  const all = {} as Record<Dimension, T>;
  for (const dimension of DIMENSIONS) all[dimension] = value(dimension);
  return all;
}

/** Rounds to nine digits: fourteen scores of 9.3 have a computed mean of 9.299999999999999, which would miss a threshold of 9.3. */
function roundedMean(values: number[]): number {
  return Math.round((values.reduce((sum, value) => sum + value, 0) / values.length) * 1e9) / 1e9;
}
