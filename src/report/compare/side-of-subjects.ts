import type { ModelEntry } from "../../records/index.ts";
import type { CampaignSide } from "./side.ts";

/** Subjects that a name means, with the key for pairing each. */
export interface NamedSubjects {
  kind: "subject" | "model" | "variant";
  label: string;
  /** By the subject's id: the variant for a model, the model for a variant, otherwise itself. */
  paired: Map<string, { id: string; label: string }>;
}

/**
 * Finds the subjects with a name: a single subject; all subjects of a model, paired by variant; or all of a variant, paired by model.
 * Variants and models have distinct names.
 */
export function subjectsNamed(models: readonly ModelEntry[], name: string): NamedSubjects | null {
  const subject = models.find(({ model_id }) => model_id === name);
  if (subject) {
    const { model_id: id, label } = subject;
    return { kind: "subject", label, paired: new Map([[id, { id, label }]]) };
  }
  const ofModel = models.filter(({ variant }) => variant?.model_id === name);
  if (ofModel.length > 0)
    return {
      kind: "model",
      label: ofModel[0]!.variant!.model_label,
      paired: new Map(
        ofModel.map(({ model_id, variant }) => [model_id, { id: variant!.variant_id, label: variant!.label }]),
      ),
    };
  const ofVariant = models.filter(({ variant }) => variant?.variant_id === name);
  if (ofVariant.length === 0) return null;
  return {
    kind: "variant",
    label: ofVariant[0]!.variant!.label,
    paired: new Map(
      ofVariant.map(({ model_id, variant }) => [model_id, { id: variant!.model_id, label: variant!.model_label }]),
    ),
  };
}

/** Makes a side of some subjects, under the ids for pairing. */
export function sideOfSubjects(side: CampaignSide, { paired }: NamedSubjects, label: string): CampaignSide {
  const pairedOnly = <Trial extends { model_id: string }>(trials: readonly Trial[]): Trial[] =>
    trials.flatMap((trial) => {
      const known = paired.get(trial.model_id);
      return known ? [{ ...trial, model_id: known.id }] : [];
    });
  return {
    ...side,
    label,
    name: label,
    labels: new Map([...paired.values()].map(({ id, label: own }) => [id, own])),
    trials: pairedOnly(side.trials),
    left_out: pairedOnly(side.left_out.filter(({ why }) => why !== "gone")),
  };
}
