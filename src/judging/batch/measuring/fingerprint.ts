import { canonicalHash, sha256 } from "../../../text/index.ts";
import type { Measure } from "./measure.ts";

/** What two results must share for their scores to mean the same thing, each part by itself so that a difference can be named. */
export interface Measuring {
  rubric: string;
  singleton_rubric: string;
  scoring: string;
  sampling: string;
  prompts: string;
  judges: string;
  /** What an improvement must reach: not part of the scores, but whoever could lower it could keep anything. */
  decision: string;
}

/**
 * @param prompts the template texts that questions are made of
 * @param endpoints where each judge's calls go, in the order of `measure.judges`
 */
export function fingerprintMeasuring(measure: Measure, prompts: string[], endpoints: string[]): Measuring {
  return {
    rubric: sha256(measure.rubric),
    singleton_rubric: sha256(measure.singletonRubric ?? ""),
    scoring: canonicalHash({
      primary: measure.primary,
      secondary: measure.secondary,
      direction: measure.direction,
      fields: measure.fields,
    }),
    sampling: canonicalHash({
      seed: measure.seed,
      sample_size: measure.sampleSize,
      strata: measure.strata,
      shortfall: measure.shortfall,
      singleton_sample: measure.singletonSample,
      cluster_summaries: measure.clusterSummaries,
      batch_size: measure.batchSize,
    }),
    prompts: canonicalHash(prompts),
    judges: canonicalHash(
      measure.judges.map(({ model, repetitions, options }, index) => ({
        model,
        repetitions,
        request_options: options,
        endpoint: endpoints[index],
      })),
    ),
    decision: canonicalHash({ minimum_improvement: measure.minimumImprovement }),
  };
}
