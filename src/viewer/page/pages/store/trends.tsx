import { formatFixed, plural } from "../../../../text/presentation/index.ts";
import type { StoreRow } from "../../../wire/index.ts";
import { href } from "../../state/route.ts";

const [WIDTH, HEIGHT, LEFT, BOTTOM] = [420, 120, 24, 18] as const;

/** Draws the best subject of each campaign over time, with its interval, for suites run more than once. */
export function Trends({ rows }: { rows: StoreRow[] }) {
  const suites = new Map<string, StoreRow[]>();
  for (const row of rows) if (row.best) suites.set(row.suite_id, [...(suites.get(row.suite_id) ?? []), row]);
  const repeated = [...suites].filter(([, own]) => own.length > 1);
  if (repeated.length === 0) return null;
  return (
    <section>
      <h2>Over time</h2>
      <div class="grid trends">
        {repeated.map(([suite, own]) => (
          <figure class="card" key={suite}>
            <figcaption>{suite}, best subject of each campaign</figcaption>
            <Trend suite={suite} rows={own.toReversed()} />
          </figure>
        ))}
      </div>
    </section>
  );
}

function Trend({ suite, rows }: { suite: string; rows: StoreRow[] }) {
  const x = (at: number) => LEFT + 12 + (at * (WIDTH - LEFT - 24)) / Math.max(1, rows.length - 1);
  const y = (score: number) => (HEIGHT - BOTTOM) * (1 - score / 10) + 4;
  return (
    // Not an image as a whole, since each point is a link.
    // biome-ignore lint/a11y/useSemanticElements: there is no other element for a group within a drawing
    <svg
      class="chart"
      viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
      role="group"
      aria-label={`${suite}: best subject of ${plural(rows.length, "campaign")} over time`}
    >
      {[0, 5, 10].map((score) => (
        <g key={score}>
          <line class="axis" x1={LEFT} x2={WIDTH} y1={y(score)} y2={y(score)} />
          <text x={LEFT - 6} y={y(score) + 4} text-anchor="end">
            {score}
          </text>
        </g>
      ))}
      <polyline class="trend" points={rows.map(({ best }, at) => `${x(at)},${y(best!.score.mean)}`).join(" ")} />
      {[0, rows.length - 1].map((at) => (
        <text key={at} x={x(at)} y={HEIGHT - 2} text-anchor={at === 0 ? "start" : "end"}>
          {dateOf(rows, at)}
        </text>
      ))}
      {rows.map(({ best, name, last_at }, at) => (
        <a
          key={name}
          href={href(["campaign", ...name.split("/")])}
          aria-label={`${last_at.slice(0, 10)}: ${best!.model_id}, ${best!.score.words}`}
        >
          <title>{`${last_at.slice(0, 10)}: ${best!.model_id} ${formatFixed(best!.score.mean, 1)}`}</title>
          {best!.score.low !== null && (
            <line class="range" x1={x(at)} x2={x(at)} y1={y(best!.score.low)} y2={y(best!.score.high!)} />
          )}
          <circle class="point" cx={x(at)} cy={y(best!.score.mean)} r="4" />
        </a>
      ))}
    </svg>
  );
}

/** Shows the day, or the time if all rows are of one day. */
function dateOf(rows: StoreRow[], at: number): string {
  const [first, last] = [rows[0]!.last_at, rows.at(-1)!.last_at];
  const { last_at } = rows[at]!;
  return first.slice(0, 10) === last.slice(0, 10) ? last_at.slice(0, 16).replace("T", " ") : last_at.slice(0, 10);
}
