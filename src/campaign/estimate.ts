import { isReusable, partsOfSubject, readRunPlace } from "../records/index.ts";
import { type RequestCount, RUNNERS, type TrialRequest } from "../runners/index.ts";
import { mean } from "../statistics/index.ts";
import type { Store } from "../store/index.ts";
import { addTo, groupBy } from "../text/index.ts";
import type { CampaignPlan } from "./plan.ts";
import type { PlannedTrial } from "./planned-trial.ts";

/** The estimated cost of one model's trials that must run. */
export interface ModelEstimate {
  model_id: string;
  offline: boolean;
  /** Fewest and most requests, excluding retries; `most` is null if an agent decides for itself. */
  requests: RequestCount;
  /** Requests of the models that play users; omitted if there are none. */
  user_requests?: RequestCount;
  /** Tokens of the first request of every trial; later turns send them again. */
  prompt_tokens: number;
  /** Upper bound of generated tokens; null without `max_tokens`. */
  most_completion_tokens: number | null;
  cost: CostEstimate;
}

type CostEstimate =
  /**
   * From the mean cost of stored runs: of the same case if there are any, else of the same subject, else of its model under other
   * variants.
   */
  { known: true; usd: number; from_runs: number } | { known: false; reason: string };

/** Estimates the remaining cost from cases and the store, without any request. */
export async function estimatePlan(
  plan: CampaignPlan,
  countTokens: (text: string) => number,
): Promise<ModelEstimate[]> {
  const promptTokens = promptCounter(countTokens);
  const estimates: ModelEstimate[] = [];
  for (const [model_id, all] of groupBy(plan.trials, ({ question }) => question.place.model_id)) {
    const trials = all.filter(({ decision }) => decision.action === "run");
    const offline = all[0]!.gateway.offline;
    let prompt = 0;
    for (const planned of trials) prompt += promptTokens(planned.trial.request);
    estimates.push({
      model_id,
      offline,
      ...countRequests(trials),
      prompt_tokens: prompt,
      most_completion_tokens: mostCompletionTokens(trials),
      cost: all.every(({ isFree }) => isFree)
        ? { known: true, usd: 0, from_runs: 0 }
        : estimateCost(plan, model_id, trials),
    });
  }
  return estimates;
}

/** Counts the tokens of a request. Messages are shared between models and repetitions, so each is counted once. */
function promptCounter(countTokens: (text: string) => number): (request: TrialRequest) => number {
  const known = new Map<unknown, number>();
  const count = (key: unknown, text: () => string): number => {
    const tokens = known.get(key) ?? countTokens(text());
    known.set(key, tokens);
    return tokens;
  };
  return ({ messages, turns, tools }) => {
    const texts = [...messages, ...turns].map((message) => count(message, () => message.content));
    const definitions = tools.length > 0 ? JSON.stringify(tools) : "";
    return texts.reduce((sum, tokens) => sum + tokens, definitions ? count(definitions, () => definitions) : 0);
  };
}

function requestsOf({ trial }: PlannedTrial): RequestCount & { user?: RequestCount } {
  return RUNNERS[trial.loadedCase.case.runner.type].requests(trial.request, trial.settings);
}

function countRequests(trials: PlannedTrial[]): Pick<ModelEstimate, "requests" | "user_requests"> {
  const counts = trials.map(requestsOf);
  const ofUsers = counts.flatMap(({ user }) => (user ? [user] : []));
  return { requests: total(counts), ...(ofUsers.length > 0 ? { user_requests: total(ofUsers) } : {}) };
}

function total(counts: readonly RequestCount[]): RequestCount {
  const sum: RequestCount = { least: 0, most: 0 };
  for (const { least, most } of counts) {
    sum.least += least;
    sum.most = sum.most === null || most === null ? null : sum.most + most;
  }
  return sum;
}

function mostCompletionTokens(trials: PlannedTrial[]): number | null {
  let sum = 0;
  for (const planned of trials) {
    const limit = planned.trial.request.options.max_tokens;
    const { most } = requestsOf(planned);
    if (typeof limit !== "number" || most === null) return null;
    sum += limit * most;
  }
  return sum;
}

function estimateCost(plan: CampaignPlan, modelId: string, trials: PlannedTrial[]): CostEstimate {
  if (trials.length === 0) return { known: true, usd: 0, from_runs: 0 };
  const { resolved_model: model } = trials[0]!.trial;
  const own = observedCosts(plan.store, (id) => id === modelId, model);
  const ofModel = (id: string) => partsOfSubject(id).model_id === partsOfSubject(modelId).model_id;
  const seen = own.size > 0 ? own : observedCosts(plan.store, ofModel, model);
  const all = [...seen.values()].flat();
  if (all.length === 0) return { known: false, reason: "no stored run of this model reports a cost" };
  const usd = trials.reduce((sum, { place }) => sum + mean(seen.get(place.case_id) ?? all), 0);
  return { known: true, usd, from_runs: all.length };
}

/** Costs of stored runs of some subjects, by case, in any suite and profile: from the index, newest first. */
function observedCosts(
  store: Store,
  isMeant: (subjectId: string) => boolean,
  resolvedModel: string,
): Map<string, number[]> {
  const costs = new Map<string, number[]>();
  for (const { place, facts } of store.places("run")) {
    const { model_id, case_id } = readRunPlace(place!);
    if (facts.model !== resolvedModel || !isMeant(model_id)) continue;
    if (facts.cost_usd === null || !isReusable(facts.status)) continue;
    addTo(costs, case_id, facts.cost_usd + (facts.user_cost_usd ?? 0));
  }
  return costs;
}
