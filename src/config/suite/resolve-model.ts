import type { ModelConfig } from "../schema/campaign/suite.ts";

/**
 * Returns the model name sent to the gateway: `requested_model`, `openrouter_model`, `provider`/`model_name` or the `model_id`, in this
 * order.
 */
export function resolveModel(model: ModelConfig): string {
  if (model.requested_model !== undefined) return model.requested_model;
  if (model.openrouter_model !== undefined) return model.openrouter_model;
  if (model.provider !== undefined && model.model_name !== undefined) return `${model.provider}/${model.model_name}`;
  return model.model_id;
}
