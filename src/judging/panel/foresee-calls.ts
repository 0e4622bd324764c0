import type { ResolvedJudge } from "./judges.ts";
import type { Panel, PanelQuestion } from "./panel.ts";

/** The expected requests to a panel. */
export interface ForeseenCalls {
  /** Stored answers that will be reused. */
  stored: number;
  /** Upper bound of calls still to be made. */
  to_ask: number;
  /** Upper bound of requests for these calls, if every answer breaks its contract; excluding retries. */
  most_requests: number;
  cost: ForeseenCost;
}

/** From the mean cost of stored calls; offline judges cost nothing. */
export type ForeseenCost = { known: true; usd: number; from_calls: number } | { known: false; reason: string };

export interface ForeseeOptions<Answer> {
  /** True if a stored answer leaves nothing to ask again; any does, if omitted. */
  isWhole?: (answer: Answer) => boolean;
  /** Asks everything again, regardless of stored answers. */
  force?: boolean;
}

/**
 * Counts the calls that questions will take, without making one.
 *
 * @param panel one that only reads: `ask: false`
 */
export async function foreseeCalls<Answer>(
  panel: Panel,
  questions: AsyncIterable<PanelQuestion<Answer>> | Iterable<PanelQuestion<Answer>>,
  { isWhole = () => true, force = false }: ForeseeOptions<Answer> = {},
): Promise<ForeseenCalls> {
  const counts = new Map(panel.judges.map((judge) => [judge, { stored: 0, to_ask: 0, costs: [] as number[] }]));
  for await (const question of questions)
    for (const judge of panel.judges)
      for (let repetition = 1; repetition <= judge.repetitions; repetition += 1) {
        const count = counts.get(judge)!;
        const { result, usage } = (await panel.askOne(judge, repetition, question)).record;
        if (result.status === "verdict") {
          if (!force) count.stored += 1;
          const cost = usage?.cost_usd ?? null;
          if (cost !== null) count.costs.push(cost);
        }
        if (force || result.status !== "verdict" || !isWhole(result.answer)) count.to_ask += 1;
      }
  const all = [...counts];
  return {
    stored: all.reduce((sum, [, { stored }]) => sum + stored, 0),
    to_ask: all.reduce((sum, [, { to_ask }]) => sum + to_ask, 0),
    most_requests: all.reduce((sum, [{ attempts }, { to_ask }]) => sum + to_ask * attempts, 0),
    cost: sumCosts(all.map(([judge, { to_ask, costs }]) => costOfCalls(judge, to_ask, costs))),
  };
}

/** Estimates the cost of a judge's calls from its earlier ones. */
export function costOfCalls({ gateway }: ResolvedJudge, calls: number, costs: readonly number[]): ForeseenCost {
  if (calls === 0 || gateway.offline) return { known: true, usd: 0, from_calls: 0 };
  if (costs.length === 0) return { known: false, reason: "no stored call of this judge reports a cost" };
  const mean = costs.reduce((sum, cost) => sum + cost, 0) / costs.length;
  return { known: true, usd: mean * calls, from_calls: costs.length };
}

function sumCosts(costs: readonly ForeseenCost[]): ForeseenCost {
  const sum = { known: true as const, usd: 0, from_calls: 0 };
  for (const cost of costs) {
    if (!cost.known) return cost;
    sum.usd += cost.usd;
    sum.from_calls += cost.from_calls;
  }
  return sum;
}
