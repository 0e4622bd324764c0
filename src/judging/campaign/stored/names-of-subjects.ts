import type { Subject } from "../../../config/index.ts";
import { sha256 } from "../../../text/index.ts";
import type { CalledNames } from "../trial/evaluation-identity.ts";

/**
 * The suite's names for each subject besides its id: labels, every name by which its model was or could have been requested, and
 * its variant's.
 */
export function namesOfSubjects(subjects: readonly Subject[]): (subjectId: string) => CalledNames {
  const known = new Map(subjects.map((subject) => [subject.model.model_id, calledNames(subject)]));
  const none: CalledNames = { names: [], variants: [], sha256: hashOf([]) };
  return (subjectId) => known.get(subjectId) ?? none;
}

function calledNames({ ofModel, variant }: Subject): CalledNames {
  const { model_id, label, requested_model, openrouter_model, model_name } = ofModel;
  const given = [label, requested_model, openrouter_model, model_name].filter((name) => name !== undefined);
  if (variant === undefined) return { names: given, variants: [], sha256: hashOf(given) };
  const { variant_id, label: variantLabel } = variant.variant;
  const names = [model_id, ...given];
  const variants = [variant_id, ...(variantLabel === undefined ? [] : [variantLabel])];
  return { names, variants, sha256: hashOf([names, variants]) };
}

function hashOf(names: unknown): string {
  return sha256(JSON.stringify(names));
}
