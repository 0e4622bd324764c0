import { formatSigned } from "../../../../text/presentation/index.ts";

/** Draws a difference with its interval around zero; `reach` is the end of the axis on both sides. */
export function DifferenceBar(props: {
  difference: number;
  low: number | null;
  high: number | null;
  reach: number;
  /** Margin that it must exceed. */
  minimum?: number;
}) {
  const { difference, low, high, reach, minimum } = props;
  const x = (value: number) => 50 + (value / reach) * 48;
  return (
    <svg viewBox="0 0 100 16" preserveAspectRatio="none" aria-hidden="true">
      <line class="axis" x1="0" x2="100" y1="8" y2="8" />
      <line class="zero" x1="50" x2="50" y1="0" y2="16" />
      {minimum !== undefined && minimum !== 0 && (
        <line class="threshold" x1={x(minimum)} x2={x(minimum)} y1="1" y2="15" />
      )}
      {low !== null && high !== null && <line class="range" x1={x(low)} x2={x(high)} y1="8" y2="8" />}
      <line class="dot" x1={x(difference)} x2={x(difference)} y1="8" y2="8" />
    </svg>
  );
}

/** Returns an axis for differences that contains everything and makes small ones look small. */
export function reachOf(drawn: readonly { difference: number; low: number | null; high: number | null }[]): number {
  return Math.max(1, ...drawn.flatMap(({ difference, low, high }) => [difference, low ?? 0, high ?? 0].map(Math.abs)));
}

/** Draws a single difference with its value. */
export function DecisionBar(props: {
  comparison: { difference: number | null; low: number | null; high: number | null; shown: boolean };
}) {
  const { difference, low, high, shown } = props.comparison;
  if (difference === null) return null;
  return (
    <div class={`decision-bar ${shown ? "shown" : "open"}`}>
      <DifferenceBar {...{ difference, low, high }} reach={reachOf([{ difference, low, high }])} />
      <span class="number">{formatSigned(difference, 2)}</span>
    </div>
  );
}
