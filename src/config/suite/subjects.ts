import { subjectId } from "../../records/index.ts";
import type { ModelConfig } from "../schema/campaign/suite.ts";
import type { LoadedVariant } from "./load-variants.ts";
import { resolveModel } from "./resolve-model.ts";

/** Subject of measurement: a model alone, or under a variant. */
export interface Subject {
  /** The model with the subject's id and label; without a variant, the suite's model itself. */
  model: ModelConfig;
  /** The suite's model. */
  ofModel: ModelConfig;
  variant?: LoadedVariant;
}

/** Lists a suite's subjects, model by model: each model alone, or once for each of its variants. */
export function subjectsOf(models: readonly ModelConfig[], variants: readonly LoadedVariant[]): Subject[] {
  if (variants.length === 0) return models.map((model) => ({ model, ofModel: model }));
  return models.flatMap((model) =>
    variants
      .filter(({ variant: { model_ids } }) => model_ids?.includes(model.model_id) ?? true)
      .map((variant) => ({ model: modelUnder(model, variant), ofModel: model, variant })),
  );
}

/** Writes out a model's name where only its id gave it, as the subject has another id. */
function modelUnder(model: ModelConfig, { variant }: LoadedVariant): ModelConfig {
  return {
    ...model,
    model_id: subjectId(model.model_id, variant.variant_id),
    label: `${model.label ?? model.model_id} · ${variant.label ?? variant.variant_id}`,
    requested_model: resolveModel(model),
  };
}
