import type { CampaignPlan } from "../../campaign/index.ts";
import type { IterationResult, JudgedCampaign } from "../../records/index.ts";
import type { Store } from "../../store/index.ts";
import { costOfCalls, type ForeseenCost } from "../panel/foresee-calls.ts";
import type { ResolvedJudge } from "../panel/judges.ts";

/** The estimated judging of a plan, by judge run. */
export interface JudgeEstimate {
  judge_run_id: string;
  judge_id: string;
  model: string;
  offline: boolean;
  /** Stored valid answers that will be reused. */
  stored: number;
  /** Upper bound of calls still to be made: runs that fail for infrastructure are not judged, and equal packets share their calls. */
  to_ask: number;
  /** Upper bound of requests for these calls, if every answer breaks its contract; excluding retries. */
  most_requests: number;
  /** From the mean cost of stored calls of the same judge. */
  cost: ForeseenCost;
}

/**
 * Counts the judge calls of a campaign: all for trials that must run, those without a valid answer for stored ones.
 *
 * @param judged the campaign as stored, read by the same plan
 */
export function estimateJudging(
  { trials, store }: CampaignPlan,
  judged: JudgedCampaign,
  judges: readonly ResolvedJudge[],
  { force = false }: { force?: boolean } = {},
): JudgeEstimate[] {
  const asked = judged.trials.map(({ judge_runs }, index) => {
    const isStored = !force && trials[index]!.decision.action !== "run";
    return isStored ? judge_runs : [];
  });
  return judges.map((judge) => {
    const { judge_run_id, judge_id, model, repetitions, attempts, gateway } = judge;
    const stored = new Set<string>();
    const open = new Set<string>();
    let unknown = 0;
    for (const runs of asked) {
      const own = runs.find((run) => run.judge_run_id === judge_run_id);
      // Neither run nor checked yet, so the packet is unknown.
      if (!own) unknown += repetitions;
      for (const { call_id, status } of own?.iterations ?? []) (status === "verdict" ? stored : open).add(call_id);
    }
    const to_ask = open.size + unknown;
    return {
      judge_run_id,
      judge_id,
      model,
      offline: gateway.offline,
      stored: stored.size,
      to_ask,
      most_requests: to_ask * attempts,
      cost: costOfCalls(judge, to_ask, to_ask === 0 ? [] : storedCosts(store, model)),
    };
  });
}

/** Enough for a mean; a store may hold a hundred thousand evaluations. */
const MOST_READ = 200;

/** Costs of calls of a judge's model, in any campaign. */
function storedCosts(store: Store, model: string): number[] {
  const costs = new Map<string, number>();
  const priced = [...store.places("evaluation")].filter(({ facts }) => facts.judging_cost_usd !== null);
  for (const entry of priced.slice(0, MOST_READ)) {
    const record = store.readEntry(entry);
    for (const [index, run] of (record?.result.judge_runs ?? []).entries())
      if (record!.judges[index]?.model === model) for (const iteration of run.iterations) note(costs, iteration);
  }
  return [...costs.values()];
}

function note(costs: Map<string, number>, { call_id, cost_usd }: IterationResult): void {
  if (cost_usd !== null) costs.set(call_id, cost_usd);
}
