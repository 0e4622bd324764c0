/** Stands between a model's id and a variant's. No id may hold it, so a subject's id always comes apart again. */
const BETWEEN = "+";

/** Longest folder name that every file system takes, less what temporary names put behind it. */
export const LONGEST_SUBJECT_ID = 200;

/** What names a subject in paths, reports and commands: the model's id, or `<model_id>+<variant_id>`. */
export function subjectId(modelId: string, variantId?: string): string {
  return variantId === undefined ? modelId : `${modelId}${BETWEEN}${variantId}`;
}

/** The two ids that a subject's id was made of; `variant_id` is null for a model as it is. */
export function partsOfSubject(id: string): { model_id: string; variant_id: string | null } {
  const at = id.indexOf(BETWEEN);
  return at === -1 ? { model_id: id, variant_id: null } : { model_id: id.slice(0, at), variant_id: id.slice(at + 1) };
}
