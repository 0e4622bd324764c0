import type { CurvePicture } from "../../../wire/index.ts";

const [SIZE, LEFT, BOTTOM, TOP] = [320, 40, 36, 8] as const;

/** Plots people's scores against the judges'. They agree on the dashed line; points below it were judged too leniently. */
export function Curve({ curve, question }: { curve: CurvePicture; question: string }) {
  const { low, high, ticks, points } = curve;
  const part = (value: number) => (value - low) / (high - low);
  const x = (value: number) => LEFT + part(value) * (SIZE - LEFT - 12);
  const y = (value: number) => TOP + (1 - part(value)) * (SIZE - TOP - BOTTOM);
  return (
    <figure>
      <svg
        class="chart curve"
        viewBox={`0 0 ${SIZE} ${SIZE}`}
        role="img"
        aria-label={`Calibration curve (${question}): ${points.map(({ words }) => words).join("; ")}`}
      >
        {ticks.map((tick) => (
          <g key={tick}>
            <line class="axis" x1={x(low)} x2={x(high)} y1={y(tick)} y2={y(tick)} />
            <line class="axis" x1={x(tick)} x2={x(tick)} y1={y(low)} y2={y(high)} />
            <text x={LEFT - 6} y={y(tick) + 4} text-anchor="end">
              {tick}
            </text>
            <text x={x(tick)} y={SIZE - BOTTOM + 16} text-anchor="middle">
              {tick}
            </text>
          </g>
        ))}
        <line class="threshold" x1={x(low)} y1={y(low)} x2={x(high)} y2={y(high)} />
        <polyline class="trend" points={points.map(({ judge, label }) => `${x(judge)},${y(label)}`).join(" ")} />
        {points.map(({ judge, label, low: from, high: to, count, words }) => (
          <g key={judge}>
            <title>{words}</title>
            {from !== null && to !== null && <line class="range" x1={x(judge)} x2={x(judge)} y1={y(from)} y2={y(to)} />}
            <circle class="point" cx={x(judge)} cy={y(label)} r={3 + Math.min(6, Math.sqrt(count))} />
          </g>
        ))}
        <text class="label" x={(LEFT + SIZE) / 2} y={SIZE - 4} text-anchor="middle">
          the judges say
        </text>
        <text class="label" transform={`rotate(-90 10 ${SIZE / 2})`} x="10" y={SIZE / 2} text-anchor="middle">
          people say
        </text>
      </svg>
      <figcaption class="muted small">
        On the dashed line judges and people agree; below it the judges are too lenient. Bars are 95 % intervals, and
        larger points have more labels.
      </figcaption>
    </figure>
  );
}
