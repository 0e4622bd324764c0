import { canonicalHash, sha256 } from "../../../text/index.ts";
import type { Measure } from "./measure.ts";

/** Everything two results must share for their scores to be comparable, each part separately so that a difference can be named. */
export interface Measuring {
  rubric: string;
  singleton_rubric: string;
  scoring: string;
  sampling: string;
  prompts: string;
  judges: string;
  /** The required improvement: not part of the scores, but lowering it would allow keeping anything. */
  decision: string;
}

/**
 * Fingerprints a measure.
 *
 * @param prompts the template texts of the questions
 * @param endpoints the endpoint of each judge, in the order of `measure.judges`
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
