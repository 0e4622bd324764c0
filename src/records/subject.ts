/** Separates a model's id from a variant's. No id may contain it, so a subject's id can always be split. */
const BETWEEN = "+";

/** Longest folder name that every file system takes, less the suffixes of temporary names. */
export const LONGEST_SUBJECT_ID = 200;

/** The subject's name in paths, reports and commands: the model's id, or `<model_id>+<variant_id>`. */
export function subjectId(modelId: string, variantId?: string): string {
  return variantId === undefined ? modelId : `${modelId}${BETWEEN}${variantId}`;
}

/** Splits a subject's id; `variant_id` is null for a plain model. */
export function partsOfSubject(id: string): { model_id: string; variant_id: string | null } {
  const at = id.indexOf(BETWEEN);
  return at === -1 ? { model_id: id, variant_id: null } : { model_id: id.slice(0, at), variant_id: id.slice(at + 1) };
}
