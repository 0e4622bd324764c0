import { type Undefined, undefinedBecause } from "../statistics/index.ts";
import { formatFixed } from "../text/presentation/index.ts";
import type { JudgeMeasures } from "./judge-measures.ts";

/** The cheapest judge that does as well as needed. */
export interface GoodEnough {
  kind: "good_enough";
  judge: string;
  because: string;
}

/** From here on conclusions may be drawn, says Krippendorff; below, only tentative ones or none. */
const LEAST_ALPHA = 0.667;

/**
 * A judge is good enough when it passes the alternative-annotator test. Where that can't be answered, it is when its agreement with humans, α, is at least 0.667. Of those that are, the
 * cheapest one: by what the provider charged, and where it charged nothing that is known, by the number of calls.
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
