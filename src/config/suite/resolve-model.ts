import type { ModelConfig } from "../schema/campaign/suite.ts";

/**
 * The model string sent to the gateway: `requested_model`, else `openrouter_model`, else `provider`/`model_name`, else
 * the `model_id` itself.
 */
export function resolveModel(model: ModelConfig): string {
  if (model.requested_model !== undefined) return model.requested_model;
  if (model.openrouter_model !== undefined) return model.openrouter_model;
  if (model.provider !== undefined && model.model_name !== undefined) return `${model.provider}/${model.model_name}`;
  return model.model_id;
}
