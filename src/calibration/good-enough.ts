import { type Undefined, undefinedBecause } from "../statistics/index.ts";
import { formatFixed } from "../text/presentation/index.ts";
import type { JudgeMeasures } from "./judge-measures.ts";

/** Cheapest judge that is good enough. */
export interface GoodEnough {
  kind: "good_enough";
  judge: string;
  because: string;
}

/** Krippendorff's minimum for tentative conclusions. */
const LEAST_ALPHA = 0.667;

/**
 * Finds the cheapest judge that passes the alternative-annotator test, or if that is undetermined, whose agreement α with people is at
 * least 0.667. Cost is what the provider charged, or else the number of calls.
 */
export function cheapestGoodEnough(judges: readonly JudgeMeasures[]): GoodEnough | Undefined {
  const enough = judges.flatMap((measures) => {
    const because = whyGoodEnough(measures);
    return because === null ? [] : [{ measures, because }];
  });
  const [best] = enough.sort(
    ({ measures: one }, { measures: other }) =>
      (one.cost_usd ?? Number.POSITIVE_INFINITY) - (other.cost_usd ?? Number.POSITIVE_INFINITY) ||
      one.calls_per_trial - other.calls_per_trial,
  );
  return best
    ? { kind: "good_enough", judge: best.measures.judge, because: best.because }
    : undefinedBecause(
        `none passes the alternative-annotator test or, where the test can't be applied, agrees with humans with an α of ${LEAST_ALPHA} or more`,
      );
}

function whyGoodEnough({ alternative_annotator: test, agreement }: JudgeMeasures): string | null {
  if (test.kind === "alternative_annotator")
    return test.may_replace ? `it may replace an annotator (ω = ${formatFixed(test.winning_rate, 2)})` : null;
  const { alpha } = agreement;
  return "value" in alpha && alpha.value >= LEAST_ALPHA
    ? `it agrees with humans, α = ${formatFixed(alpha.value, 2)}`
    : null;
}
