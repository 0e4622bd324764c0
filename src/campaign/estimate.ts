import { isReusable } from "../records/index.ts";
import { probeMessages } from "../runners/index.ts";
import { mean } from "../statistics/index.ts";
import type { Store } from "../store/index.ts";
import { groupByModel } from "./outcome.ts";
import type { CampaignPlan, PlannedTrial } from "./plan.ts";

/** What the trials of one model that must run will take. */
export interface ModelEstimate {
  model_id: string;
  offline: boolean;
  /** Fewest and most requests, retries not counted; `most` is null where an agent decides for itself. */
  requests: { least: number; most: number | null };
  /** Tokens of the first request of every trial; later turns send them again. */
  prompt_tokens: number;
  /** What the provider may generate at most; null without `max_tokens`. */
  most_completion_tokens: number | null;
  cost: CostEstimate;
}

export type CostEstimate =
  /** From the mean cost of stored runs: of the same case where there are any, else of the same model. */
  { known: true; usd: number; from_runs: number } | { known: false; reason: string };

/** Estimates what is still to be paid. Reads cases and the store; asks nobody. */
export async function estimatePlan(
  plan: CampaignPlan,
  countTokens: (text: string) => number,
): Promise<ModelEstimate[]> {
  const perCase = new Map<string, Promise<number>>();
  const promptTokens = (planned: PlannedTrial): Promise<number> => {
    const { path } = planned.trial.loadedCase;
    const known = perCase.get(path) ?? countPrompt(planned, countTokens);
    perCase.set(path, known);
    return known;
  };
  const estimates: ModelEstimate[] = [];
  for (const [model_id, all] of groupByModel(plan.trials, (planned) => planned)) {
    const trials = all.filter(({ decision }) => decision.action === "run");
    const offline = all[0]!.gateway.offline;
    let prompt = 0;
    for (const planned of trials) prompt += await promptTokens(planned);
    estimates.push({
      model_id,
      offline,
      requests: countRequests(trials),
      prompt_tokens: prompt,
      most_completion_tokens: mostCompletionTokens(trials),
      cost: offline ? { known: true, usd: 0, from_runs: 0 } : estimateCost(plan, model_id, trials),
    });
  }
  return estimates;
}

async function countPrompt(
  { trial, fingerprint }: PlannedTrial,
  countTokens: (text: string) => number,
): Promise<number> {
  const composed = await probeMessages(trial.loadedCase);
  const messages = composed.ok ? composed.messages : trial.loadedCase.messages;
  const texts = [...messages, ...trial.loadedCase.turns].map(({ content }) => content ?? "");
  const tools = fingerprint.tools.length > 0 ? countTokens(JSON.stringify(fingerprint.tools)) : 0;
  return tools + texts.reduce((sum, text) => sum + countTokens(text), 0);
}

/** Without tools one request; with them at most `max_turns` and the last one that forces an answer. */
function countRequests(trials: PlannedTrial[]): ModelEstimate["requests"] {
  let least = 0;
  let most: number | null = 0;
  for (const { trial, fingerprint } of trials) {
    const agentic = fingerprint.runner === "openclaw";
    least += agentic ? Math.max(1, trial.loadedCase.turns.length) : 1;
    if (agentic) most = null;
    else if (most !== null) most += fingerprint.tools.length > 0 ? trial.settings.max_turns + 1 : 1;
  }
  return { least, most };
}

function mostCompletionTokens(trials: PlannedTrial[]): number | null {
  let sum = 0;
  for (const { trial, fingerprint } of trials) {
    const limit = fingerprint.options.max_tokens;
    if (typeof limit !== "number" || fingerprint.runner === "openclaw") return null;
    sum += limit * (fingerprint.tools.length > 0 ? trial.settings.max_turns + 1 : 1);
  }
  return sum;
}

function estimateCost(plan: CampaignPlan, modelId: string, trials: PlannedTrial[]): CostEstimate {
  if (trials.length === 0) return { known: true, usd: 0, from_runs: 0 };
  const seen = observedCosts(plan.store, modelId, trials[0]!.trial.resolved_model);
  const all = [...seen.values()].flat();
  if (all.length === 0) return { known: false, reason: "no stored run of this model reports a cost" };
  const usd = trials.reduce((sum, { place }) => sum + mean(seen.get(place.caseId) ?? all), 0);
  return { known: true, usd, from_runs: all.length };
}

/** Costs of stored runs of a model, by case, in whatever suite and profile they were made: from the index, newest first. */
function observedCosts(store: Store, modelId: string, resolvedModel: string): Map<string, number[]> {
  const costs = new Map<string, number[]>();
  for (const { place, facts } of store.places("run")) {
    const [, , model, caseId] = place!.split("/") as [string, string, string, string];
    if (model !== modelId || facts.model !== resolvedModel) continue;
    if (facts.cost_usd === null || !isReusable(facts.status)) continue;
    const known = costs.get(caseId);
    if (known) known.push(facts.cost_usd);
    else costs.set(caseId, [facts.cost_usd]);
  }
  return costs;
}
