import type { GatewayConfig, ModelConfig, RunnerSettings, RunProfile, TestCase } from "../config/index.ts";
import { RUNNERS, type Trial } from "../runners/index.ts";

/** What applies when no file says anything. */
export const DEFAULT_SETTINGS = { timeout_seconds: 30, retries: 5, max_turns: 8 } as const;

/**
 * The settings of one model on one case. Later wins: `runner_defaults`, `model_overrides[model_id]`, the case's `runner`.
 * `request_options` are merged field by field, and a field's value is replaced as a whole.
 */
export function mergeSettings(runProfile: RunProfile, modelId: string, testCase: TestCase): Trial["settings"] {
  const { type: _, ...caseSettings } = testCase.runner;
  const layers: RunnerSettings[] = [
    runProfile.runner_defaults,
    runProfile.model_overrides[modelId] ?? {},
    caseSettings,
  ];
  const merged: Trial["settings"] = { ...DEFAULT_SETTINGS };
  for (const layer of layers) {
    const given = Object.fromEntries(Object.entries(layer).filter(([, value]) => value !== undefined));
    const options = { ...merged.request_options, ...layer.request_options };
    Object.assign(merged, given, Object.keys(options).length > 0 ? { request_options: options } : {});
  }
  return merged;
}

/** The endpoint of a model: its own, else the run profile's; undefined means OpenRouter. */
export function gatewayOf(model: ModelConfig, runProfile: RunProfile): GatewayConfig | undefined {
  return model.gateway ?? runProfile.gateway;
}

/** True when the subject can leave files: it has tools, or it is an agent with a workspace. */
export function canLeaveFiles(testCase: TestCase): boolean {
  return RUNNERS[testCase.runner.type].canLeaveFiles(testCase);
}
