import type { rubric } from "../../../judging/index.ts";
import type { DrawnScale } from "../../wire/index.ts";

type Group = Pick<rubric.RubricSummary["means"][number], "model" | "prompt_variant" | "eval_set_variant">;

/** Names groups of samples by model, variant and eval set, as far as these differ. */
export function groupNames(groups: readonly Group[]): (group: Group) => string {
  const fields = ["model", "prompt_variant", "eval_set_variant"] as const;
  const differing = fields.filter((field) => new Set(groups.map((group) => group[field])).size > 1);
  const named = differing.length > 0 ? differing : (["prompt_variant"] as const);
  return (group) => named.map((field) => group[field] || "–").join(" · ");
}

/** Returns the group of a judgement, from its metadata. */
export function groupOfMeta(meta: rubric.Judgement["meta"]): Group {
  const spell = (value: unknown) => (value === null || value === undefined ? "" : String(value));
  return {
    model: spell(meta.model),
    prompt_variant: spell(meta.prompt_variant),
    eval_set_variant: spell(meta.eval_set_variant),
  };
}

/** Returns the range of a dimension's bands, or of their sum for the total; null if the manifest does not list bands. */
export function scaleOfDimension({ dimensions, scales }: rubric.RubricManifest, name: string): DrawnScale | null {
  const summed = dimensions.includes(name) ? [name] : dimensions;
  const known = summed.flatMap((id) => (scales && Object.hasOwn(scales, id) ? [scales[id]!] : []));
  if (known.length < summed.length) return null;
  return {
    low: known.reduce((sum, { low }) => sum + low, 0),
    high: known.reduce((sum, { high }) => sum + high, 0),
  };
}
