import { resolveModel } from "../config/index.ts";
import { paidAgainSentence } from "./damage-sentences.ts";
import type { CampaignPlan, GatewaySource } from "./plan.ts";
import type { PlannedTrial } from "./planned-trial.ts";
import { gatewayOf } from "./settings.ts";
import { problemsOfUsers } from "./simulated-user.ts";

/** Warns of the cost of damage before it is spent. Offline programs cost nothing. */
export function paidAgain(trials: readonly PlannedTrial[]): string[] {
  const costs = trials.flatMap(({ decision, isFree }) =>
    decision.action === "run" && decision.lost && !isFree ? [decision.lost.cost_usd] : [],
  );
  const because = "because the stored copy is damaged";
  return costs.length === 0 ? [] : [paidAgainSentence(costs, { noun: "trial", verbs: ["is run", "are run"], because })];
}

/** Reasons why required models cannot be called: a missing key, an unknown endpoint. */
export function problemsOf({ trials, config }: CampaignPlan, gateways: GatewaySource): string[] {
  const models = new Map(
    trials
      .filter(({ decision }) => decision.action === "run")
      .map(({ question: { trial } }) => [trial.model.model_id, trial.model]),
  );
  const problems = [...models.values()].flatMap((model) => {
    const problem = gateways.problem(resolveModel(model), gatewayOf(model, config.runProfile));
    return problem === null ? [] : [`model ${model.model_id}: ${problem}`];
  });
  return [...problems, ...problemsOfUsers(trials, config.runProfile, gateways)];
}
