import type { PanelCall } from "../../panel/panel.ts";

/** Number of requests made or found stored, and their cost. */
export interface CallTally {
  new_calls: number;
  reused_calls: number;
  new_cost_usd: number;
  reused_cost_usd: number;
  /** Calls whose provider reported no cost. */
  unpriced_calls: number;
}

export function noCalls(): CallTally {
  return { new_calls: 0, reused_calls: 0, new_cost_usd: 0, reused_cost_usd: 0, unpriced_calls: 0 };
}

export function countCall(tally: CallTally, { record, reused }: Pick<PanelCall<unknown>, "record" | "reused">): void {
  if (record.attempts.length === 0) return;
  const cost = record.usage?.cost_usd ?? null;
  if (cost === null) tally.unpriced_calls += 1;
  if (reused) {
    tally.reused_calls += record.attempts.length;
    tally.reused_cost_usd += cost ?? 0;
  } else {
    tally.new_calls += record.attempts.length;
    tally.new_cost_usd += cost ?? 0;
  }
}

export function addTallies(one: CallTally, other: CallTally): CallTally {
  return {
    new_calls: one.new_calls + other.new_calls,
    reused_calls: one.reused_calls + other.reused_calls,
    new_cost_usd: one.new_cost_usd + other.new_cost_usd,
    reused_cost_usd: one.reused_cost_usd + other.reused_cost_usd,
    unpriced_calls: one.unpriced_calls + other.unpriced_calls,
  };
}
