import type { PlanReport } from "../../report/index.ts";
import { formatUsd, plural } from "../../text/presentation/index.ts";

/** Expected cost of a round. */
export interface ForeseenSpending {
  /** Sentence with what must run, what is stored and what it may cost. */
  sentence: string;
  isFree: boolean;
}

/** Adds up the plan's costs; a round with an unknown cost is never free. */
export function foreseeSpending({ totals, models, judging }: PlanReport): ForeseenSpending {
  const judges = judging?.judge_runs ?? [];
  const calls = sum(judges.map(({ to_ask }) => to_ask));
  const stored = sum(judges.map(({ stored: answers }) => answers));
  const costs = [
    ...models.filter(({ run }) => run > 0).map(({ cost }) => cost),
    ...judges.filter(({ to_ask }) => to_ask > 0).map(({ cost }) => cost),
  ];
  const known = costs.flatMap((cost) => (cost.known ? [cost.usd] : []));
  const isFree = known.length === costs.length && known.every((usd) => usd === 0);
  const price = isFree
    ? formatUsd(0)
    : known.length === costs.length
      ? `about ${formatUsd(sum(known))}`
      : known.length === 0
        ? "cost unknown"
        : `about ${formatUsd(sum(known))} and an unknown part`;
  const kept = `${plural(totals.reuse + totals.copy, "trial")} and ${plural(stored, "verdict")} stored`;
  if (totals.run === 0 && calls === 0) return { sentence: `Nothing to run: ${kept}.`, isFree: true };
  const asked = judges.length === 0 ? "" : ` and at most ${plural(calls, "judge call")}`;
  return { sentence: `To do: ${plural(totals.run, "trial")}${asked}, ${price}; ${kept}.`, isFree };
}

function sum(numbers: number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
}
