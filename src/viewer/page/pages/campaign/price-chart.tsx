import type { CampaignPage } from "../../../wire/index.ts";

/** Draws score against price; the line joins subjects that no other beats on both. */
export function PriceChart({ page }: { page: CampaignPage }) {
  const { prices, subjects } = page;
  if (!prices) return null;
  const frontier = prices.points.filter(({ subject }) => subjects[subject]!.on_frontier).sort((a, b) => a.x - b.x);
  const unit = page.price_unit === "usd" ? "cost per trial" : "tokens per trial";
  const wordsOf = (subject: number) => {
    const { label, score, price_words } = subjects[subject]!;
    return `${label}: ${score!.words}; ${price_words}`;
  };
  const told = prices.points.map(({ subject }) => wordsOf(subject)).join(". ");
  return (
    <figure class="card">
      <figcaption>
        <h2>Score and {page.price_unit === "usd" ? "cost" : "tokens"}</h2>
      </figcaption>
      <svg
        class="chart"
        viewBox={`0 0 ${prices.width} ${prices.height}`}
        role="img"
        aria-label={`Score against ${unit}. ${told}`}
      >
        {prices.grid.map(({ score, y }) => (
          <g key={score}>
            <line class="axis" x1={prices.left} x2={prices.right} y1={y} y2={y} />
            <text x={prices.left - 6} y={y + 4} text-anchor="end">
              {score}
            </text>
          </g>
        ))}
        {prices.ends.map(({ x, words }) => (
          <text key={words} x={x} y={prices.height - 16} text-anchor="middle">
            {words}
          </text>
        ))}
        <text x={prices.right} y={prices.height - 2} text-anchor="end">
          {unit} →
        </text>
        <polyline class="frontier" points={frontier.map(({ x, y }) => `${x},${y}`).join(" ")} />
        {prices.points.map(({ subject, x, y, range, label, leader }) => (
          <g key={subject} class={subjects[subject]!.on_frontier ? "best" : ""}>
            <title>{wordsOf(subject)}</title>
            {range && <line class="range" x1={x} x2={x} y1={range.low} y2={range.high} />}
            {leader && <line class="axis" x1={leader.fromX} y1={leader.fromY} x2={leader.toX} y2={leader.toY} />}
            <circle class="point" cx={x} cy={y} r="5" />
            <text class="label" x={label.x} y={label.y}>
              {label.text}
            </text>
          </g>
        ))}
      </svg>
    </figure>
  );
}
