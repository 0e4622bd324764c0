import type { PlannedCase } from "./compose-workspace.ts";
import type { ForeignEvaluation, ForeignModel } from "./foreign-evaluation.ts";
import type { DividedPrompts, PromptVariant } from "./prompt-variants.ts";
import { createUniqueNamer } from "./slugs.ts";

/**
 * Composes one suite if every test applies to every model; otherwise one per set of models and prompts, because a suite sends all
 * of its cases to all of its models.
 */
export function composeSuites(
  { name, title, models, metadata, from, made_by }: ForeignEvaluation,
  divided: DividedPrompts,
  cases: readonly PlannedCase[],
) {
  const sets = new Map<string, { models: ForeignModel[]; variants: PromptVariant[]; cases: PlannedCase[] }>();
  for (const planned of cases) {
    const asked = models.filter((model) => isAsked(model, planned));
    const sent = new Set(planned.prompts.map(({ prompt_id }) => prompt_id));
    const variants =
      divided.kind === "variants" ? divided.variants.filter(({ prompt }) => sent.has(prompt.prompt_id)) : [];
    const key = JSON.stringify([asked.map(({ model_id }) => model_id), variants.map(({ prompt }) => prompt.prompt_id)]);
    const known = sets.get(key);
    if (known === undefined) sets.set(key, { models: asked, variants, cases: [planned] });
    else known.cases.push(planned);
  }
  const suiteId = createUniqueNamer();
  return [...sets.values()].map((set) => ({
    schema_version: 1,
    suite_id: suiteId(name),
    title,
    models: set.models.map(({ model_id, label, requested_model, gateway }) => ({
      model_id,
      ...(label !== undefined && { label }),
      requested_model,
      ...(gateway && { gateway }),
    })),
    ...(set.variants.length > 0 && { variants: set.variants.map((variant) => variantOfSuite(variant, set.models)) }),
    case_selection: { include_case_ids: set.cases.map(({ case_id }) => case_id) },
    metadata: { ...metadata, imported: { from, made_by } },
  }));
}

function isAsked({ model_id, prompt_ids }: ForeignModel, { group, prompts }: PlannedCase): boolean {
  if (group.model_ids !== undefined && !group.model_ids.includes(model_id)) return false;
  return prompt_ids === undefined || prompts.some(({ prompt_id }) => prompt_ids.includes(prompt_id));
}

function variantOfSuite({ prompt, system_prompt, messages }: PromptVariant, models: readonly ForeignModel[]) {
  const asked = models.filter(({ prompt_ids }) => prompt_ids?.includes(prompt.prompt_id) ?? true);
  return {
    variant_id: prompt.prompt_id,
    ...(prompt.label !== prompt.prompt_id && { label: prompt.label }),
    ...(system_prompt !== undefined && { system_prompt }),
    ...(messages.length > 0 && { messages }),
    ...(asked.length < models.length && asked.length > 0 && { model_ids: asked.map(({ model_id }) => model_id) }),
  };
}
