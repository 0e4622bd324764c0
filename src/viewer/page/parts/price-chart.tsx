import type { CampaignPage } from "../../wire/index.ts";

const [WIDTH, HEIGHT, LEFT, RIGHT, TOP, BOTTOM] = [360, 240, 28, 12, 12, 32] as const;

/** Score against price: the line joins the subjects that nobody beats on both counts. */
export function PriceChart({ page }: { page: CampaignPage }) {
  const points = page.subjects.filter(({ score, price }) => score !== null && price !== null);
  if (points.length < 2) return null;
  const highest = Math.max(...points.map(({ price }) => price!)) * 1.08 || 1;
  const x = (price: number) => LEFT + (price / highest) * (WIDTH - LEFT - RIGHT);
  const y = (score: number) => TOP + (1 - score / 10) * (HEIGHT - TOP - BOTTOM);
  const frontier = points.filter(({ on_frontier }) => on_frontier).sort((a, b) => a.price! - b.price!);
  const unit = page.price_unit === "usd" ? "cost per trial" : "tokens per trial";
  const told = points.map(({ label, score, price_words }) => `${label}: ${score!.words}, ${price_words}`).join("; ");
  return (
    <figure class="card">
      <figcaption>
        <h2>Score and {page.price_unit === "usd" ? "cost" : "tokens"}</h2>
      </figcaption>
      <svg class="chart" viewBox={`0 0 ${WIDTH} ${HEIGHT}`} role="img" aria-label={`Score against ${unit}. ${told}`}>
        {[0, 2, 4, 6, 8, 10].map((score) => (
          <g key={score}>
            <line class="axis" x1={LEFT} x2={WIDTH - RIGHT} y1={y(score)} y2={y(score)} />
            <text x={LEFT - 6} y={y(score) + 4} text-anchor="end">
              {score}
            </text>
          </g>
        ))}
        <text x={WIDTH - RIGHT} y={HEIGHT - 6} text-anchor="end">
          {unit} →
        </text>
        <polyline
          class="frontier"
          points={frontier.map(({ price, score }) => `${x(price!)},${y(score!.mean)}`).join(" ")}
        />
        {points.map(({ model_id, label, price, score, on_frontier, price_words }) => (
          <g key={model_id} class={on_frontier ? "best" : ""}>
            <title>{`${label}: ${score!.words}; ${price_words}`}</title>
            {score!.low !== null && (
              <line class="range" x1={x(price!)} x2={x(price!)} y1={y(score!.low)} y2={y(score!.high!)} />
            )}
            <circle class="point" cx={x(price!)} cy={y(score!.mean)} r="5" />
            <text
              class="label"
              x={x(price!) > WIDTH * 0.6 ? x(price!) - 9 : x(price!) + 9}
              y={y(score!.mean) + 4}
              text-anchor={x(price!) > WIDTH * 0.6 ? "end" : "start"}
            >
              {shortened(label)}
            </text>
          </g>
        ))}
      </svg>
    </figure>
  );
}

function shortened(label: string): string {
  const plain = label.replace(/ \(offline\)/, "");
  return plain.length > 24 ? `${plain.slice(0, 23)}…` : plain;
}
