import { subjectId } from "../../records/index.ts";
import type { ModelConfig } from "../schema/campaign/suite.ts";
import type { LoadedVariant } from "./load-variants.ts";
import { resolveModel } from "./resolve-model.ts";

/** What is measured: a model as it is, or a model under a variant. */
export interface Subject {
  /** The model under the subject's own id and label. Without a variant it is the suite's, untouched. */
  model: ModelConfig;
  /** The model as the suite lists it. */
  ofModel: ModelConfig;
  variant?: LoadedVariant;
}

/** The subjects of a suite, model by model: every model as it is, or once under each variant that is meant for it. */
export function subjectsOf(models: readonly ModelConfig[], variants: readonly LoadedVariant[]): Subject[] {
  if (variants.length === 0) return models.map((model) => ({ model, ofModel: model }));
  return models.flatMap((model) =>
    variants
      .filter(({ variant: { model_ids } }) => model_ids?.includes(model.model_id) ?? true)
      .map((variant) => ({ model: modelUnder(model, variant), ofModel: model, variant })),
  );
}

/** What a model is called for, written out: where no field names it, its id does, and the subject's id is another. */
function modelUnder(model: ModelConfig, { variant }: LoadedVariant): ModelConfig {
  return {
    ...model,
    model_id: subjectId(model.model_id, variant.variant_id),
    label: `${model.label ?? model.model_id} · ${variant.label ?? variant.variant_id}`,
    requested_model: resolveModel(model),
  };
}
