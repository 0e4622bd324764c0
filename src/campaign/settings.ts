import type { GatewayConfig, ModelConfig, RunnerSettings, RunProfile, Subject, TestCase } from "../config/index.ts";
import { RUNNERS, type Trial } from "../runners/index.ts";

/** Defaults for unset fields. */
export const DEFAULT_SETTINGS = { timeout_seconds: 30, retries: 5, max_turns: 8 } as const;

/**
 * The settings of one subject on every case without its own: `runner_defaults`, then `model_overrides[model_id]`, then those of
 * its variant. Later wins.
 */
export function settingsOfSubject(
  runProfile: RunProfile,
  { ofModel, variant }: Pick<Subject, "ofModel" | "variant">,
): Trial["settings"] {
  const defaults = withLayer(DEFAULT_SETTINGS, runProfile.runner_defaults);
  const ofThisModel = withLayer(defaults, runProfile.model_overrides[ofModel.model_id] ?? {});
  return variant?.variant.settings ? withLayer(ofThisModel, variant.variant.settings) : ofThisModel;
}

/** The settings on one case, whose `runner` overrides everything. */
export function settingsOfCase(ofModel: Trial["settings"], { runner }: TestCase): Trial["settings"] {
  const { type: _, ...ofCase } = runner;
  // Most cases have none, and share one object.
  for (const name in ofCase) if (ofCase[name as keyof typeof ofCase] !== undefined) return withLayer(ofModel, ofCase);
  return ofModel;
}

/** Merges `request_options` field by field; a field's value is replaced as a whole. */
export function withLayer(below: Trial["settings"], layer: RunnerSettings): Trial["settings"] {
  const given = Object.fromEntries(Object.entries(layer).filter(([, value]) => value !== undefined));
  const options = { ...below.request_options, ...layer.request_options };
  return { ...below, ...given, ...(Object.keys(options).length > 0 ? { request_options: options } : {}) };
}

/** The endpoint of a model: its own, else the run profile's; undefined means OpenRouter. */
export function gatewayOf(model: ModelConfig, runProfile: RunProfile): GatewayConfig | undefined {
  return model.gateway ?? runProfile.gateway;
}

/** True when the subject can leave files: it has tools, or it is an agent with a workspace. */
export function canLeaveFiles({ loadedCase, request }: Pick<Trial, "loadedCase" | "request">): boolean {
  return RUNNERS[loadedCase.case.runner.type].canLeaveFiles(request);
}
