import { formatFixed } from "../../../../text/presentation/index.ts";
import type { DrawnMean, DrawnScale } from "../../../wire/index.ts";

const TEN = { low: 0, high: 10 };

/** Draws a mean with its interval, from 0 to 10 or on its rubric's scale, the same everywhere. */
export function IntervalBar(props: {
  score: DrawnMean;
  threshold?: number | null;
  scale?: DrawnScale;
  digits?: number;
}) {
  const { score, threshold = null, scale = TEN, digits = 1 } = props;
  const x = (value: number) => ((value - scale.low) / (scale.high - scale.low || 1)) * 100;
  return (
    <span class="interval">
      <svg viewBox="0 0 100 16" preserveAspectRatio="none" role="img" aria-label={score.words}>
        <title>{score.words}</title>
        <line class="axis" x1="0" x2="100" y1="8" y2="8" />
        {threshold !== null && <line class="threshold" x1={x(threshold)} x2={x(threshold)} y1="1" y2="15" />}
        {score.low !== null && score.high !== null && (
          <line class={score.rough ? "range rough" : "range"} x1={x(score.low)} x2={x(score.high)} y1="8" y2="8" />
        )}
        <line class="dot" x1={x(score.mean)} x2={x(score.mean)} y1="8" y2="8" />
      </svg>
      <span class="number">{formatFixed(score.mean, digits)}</span>
    </span>
  );
}
