import type { GatewayConfig, RunProfile, TestCase } from "../config/index.ts";
import type { Gateway } from "../gateway/index.ts";
import { requestOptions, type UserSettings } from "../runners/index.ts";
import type { GatewaySource } from "./plan.ts";
import type { PlannedTrial } from "./planned-trial.ts";
import { DEFAULT_SETTINGS, withLayer } from "./settings.ts";

/** The simulated user of a case, with its gateway. */
export interface PlannedUser {
  settings: UserSettings;
  gateway: Gateway;
}

/** Merges the run profile's settings for simulated users with the case's own, which win. */
export function userOfCase(
  runProfile: RunProfile,
  { input: { user } }: TestCase,
  gateways: GatewaySource,
): PlannedUser | undefined {
  if (!user) return undefined;
  const { model: byDefault, gateway: _, ...ofProfile } = runProfile.simulated_user ?? {};
  const { persona, goal, stop_when, max_turns, model = byDefault, ...ofCase } = user;
  if (model === undefined)
    throw new Error("no model plays the user of this case, although loading a campaign checks for one");
  const merged = withLayer(withLayer(DEFAULT_SETTINGS, ofProfile), ofCase);
  const gateway = gateways.forModel(model, gatewayOfUsers(runProfile));
  return {
    gateway,
    settings: {
      persona,
      goal,
      ...(stop_when === undefined ? {} : { stop_when }),
      max_turns,
      model,
      endpoint: gateway.endpoint,
      options: requestOptions({ model_id: "simulated_user" }, merged),
      timeout_seconds: merged.timeout_seconds,
      retries: merged.retries,
    },
  };
}

/** Reasons why simulated users of trials that must run cannot be played, each once. */
export function problemsOfUsers(
  trials: readonly PlannedTrial[],
  runProfile: RunProfile,
  gateways: GatewaySource,
): string[] {
  const models = new Set<string>();
  for (const { decision, question } of trials)
    if (decision.action === "run" && question.trial.request.user) models.add(question.trial.request.user.model);
  return [...models].flatMap((model) => {
    const problem = gateways.problem(model, gatewayOfUsers(runProfile));
    return problem === null ? [] : [`simulated user ${model}: ${problem}`];
  });
}

function gatewayOfUsers({ simulated_user, gateway }: RunProfile): GatewayConfig | undefined {
  return simulated_user?.gateway ?? gateway;
}
