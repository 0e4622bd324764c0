import type { ModelEntry } from "../../records/index.ts";
import type { CampaignSide } from "./side.ts";

/** Some subjects of a campaign that one name means, and by what each is paired with the other side. */
export interface NamedSubjects {
  kind: "subject" | "model" | "variant";
  label: string;
  /** By the subject's id: the variant of a model's, the model of a variant's, itself otherwise. */
  paired: Map<string, { id: string; label: string }>;
}

/**
 * What a name means in a campaign: a subject; all subjects of a model, paired by variant; or all subjects of a variant, paired by model. No
 * variant is called as a model is, so a name means one of them.
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

/** Some subjects of a campaign as a side of its own, under the ids by which they are paired with the other side's. */
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
