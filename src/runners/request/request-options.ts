import type { ModelConfig, RunnerSettings } from "../../config/index.ts";

/** Fields of a suite's model that identify it; every other field is for the provider. */
const NOT_FOR_THE_PROVIDER = new Set([
  "model_id",
  "label",
  "requested_model",
  "openrouter_model",
  "provider",
  "model_name",
  "gateway",
  "agent_id",
  "primary_params",
  "request_options",
]);

/**
 * The options of a request besides model, messages and tools. Later ones win: the model's extra fields, its `primary_params` and
 * `request_options`, the merged settings, their `request_options`. Sent and hashed in a trial's identity.
 */
export function requestOptions(model: ModelConfig, settings: RunnerSettings): Record<string, unknown> {
  const extras = Object.fromEntries(Object.entries(model).filter(([name]) => !NOT_FOR_THE_PROVIDER.has(name)));
  const { temperature, top_p, max_tokens, seed, request_options } = settings;
  const sampling = Object.entries({ temperature, top_p, max_tokens, seed: seed ?? undefined });
  return {
    ...extras,
    ...model.primary_params,
    ...model.request_options,
    ...Object.fromEntries(sampling.filter(([, value]) => value !== undefined)),
    ...request_options,
  };
}
