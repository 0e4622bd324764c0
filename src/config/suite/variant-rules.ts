import { LONGEST_SUBJECT_ID, subjectId } from "../../records/index.ts";
import { didYouMean } from "../diagnostics/did-you-mean.ts";
import { repeatedIds } from "../file/repeated-ids.ts";
import type { Suite } from "../schema/campaign/suite.ts";
import type { Complaint } from "../source/source-file.ts";

/** Checks a suite's variants against its models. */
export function checkVariants({ models, variants }: Suite): Complaint[] {
  if (variants.length === 0) return [];
  const modelIds = models.map(({ model_id }) => model_id);
  return [
    ...repeatedIds(variants, "variant_id", ["variants"]),
    ...variants.flatMap(({ variant_id }, index) => refuseModelIds(variant_id, modelIds, index)),
    ...variants.flatMap(({ variant_id }, index) => tooLongTogether(variant_id, modelIds, index)),
    ...variants.flatMap(({ model_ids = [] }, index) => unknownModels(model_ids, modelIds, index)),
    ...models.flatMap(({ model_id }, index) => neverAsked(model_id, variants, index)),
  ];
}

/** Refuses an id that is both a model and a variant, as commands accept either. */
function refuseModelIds(variantId: string, modelIds: readonly string[], index: number): Complaint[] {
  const model = modelIds.find((id) => id.toLowerCase() === variantId.toLowerCase());
  if (model === undefined) return [];
  const message = `"${variantId}" is also the id of a model of this suite; a name must mean one of them`;
  return [{ path: ["variants", index, "variant_id"], message }];
}

function tooLongTogether(variantId: string, modelIds: readonly string[], index: number): Complaint[] {
  const model = modelIds.find((id) => subjectId(id, variantId).length > LONGEST_SUBJECT_ID);
  if (model === undefined) return [];
  const message = `with the model "${model}" the subject's id is longer than ${LONGEST_SUBJECT_ID} characters, too long for a folder's name`;
  return [{ path: ["variants", index, "variant_id"], message }];
}

function unknownModels(wanted: readonly string[], modelIds: readonly string[], index: number): Complaint[] {
  return wanted.flatMap((id, position): Complaint[] => {
    if (modelIds.includes(id)) return [];
    const suggestion = didYouMean(id, modelIds);
    const path = ["variants", index, "model_ids", position];
    return [{ path, message: `the suite has no model with the id "${id}"`, ...(suggestion ? { suggestion } : {}) }];
  });
}

function neverAsked(modelId: string, variants: Suite["variants"], index: number): Complaint[] {
  if (variants.some(({ model_ids }) => model_ids?.includes(modelId) ?? true)) return [];
  const message = "would never be run: no variant is meant for this model. Add it to `model_ids` of one of them";
  return [{ path: ["models", index, "model_id"], message }];
}
