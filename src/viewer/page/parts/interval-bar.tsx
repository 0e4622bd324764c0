import { formatFixed } from "../../../presentation/index.ts";
import type { DrawnMean } from "../../wire/index.ts";

/** A mean with its interval on the axis from 0 to 10: wherever a mean is shown, it is drawn like this. */
export function IntervalBar({ score, threshold = null }: { score: DrawnMean; threshold?: number | null }) {
  const x = (value: number) => value * 10;
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
      <span class="number">{formatFixed(score.mean, 1)}</span>
    </span>
  );
}
