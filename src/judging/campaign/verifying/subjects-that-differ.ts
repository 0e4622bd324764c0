import { type CalledSubject, type ModelEntry, partsOfSubject } from "../../../records/index.ts";
import { type Difference, differenceBetween } from "./difference.ts";
import { matchesWithMarks } from "./matches-redacted.ts";

/**
 * Compares a campaign record's subjects with their ids, and with the names removed from what judges were shown.
 *
 * @param called by subject; undefined for an earlier version, which stored none
 */
export function subjectsThatDiffer(
  models: readonly ModelEntry[],
  called: Readonly<Record<string, CalledSubject>> | undefined,
): Difference[] {
  return models.flatMap((entry) => {
    const { model_id, label, variant } = entry;
    const own = partsOfSubject(model_id);
    const stored = variant ? { model_id: variant.model_id, variant_id: variant.variant_id } : partsOfModel(model_id);
    const composed = variant ? `${variant.model_label} · ${variant.label}` : label;
    return [
      ...differenceBetween(`the variant of ${model_id}`, stored, own),
      ...differenceBetween(`the label of ${model_id}`, label, composed),
      ...namesThatDiffer(entry, called && Object.hasOwn(called, model_id) ? called[model_id] : undefined),
    ];
  });
}

function partsOfModel(model_id: string) {
  return { model_id, variant_id: null };
}

/** Compares labels: the suite's, or else the id. */
function namesThatDiffer({ model_id, label, variant }: ModelEntry, called: CalledSubject | undefined): Difference[] {
  if (called === undefined) return [];
  const isOneOf = (name: string, names: readonly string[]) => names.some((other) => matchesWithMarks(other, name));
  const named = (what: string, name: string, names: readonly string[]) =>
    isOneOf(name, names) ? [] : [{ what: `${what} of ${model_id}`, stored: name, found: names.join(", ") }];
  if (variant === undefined) return named("the label", label, [model_id, ...called.names]);
  return [
    ...named("the label of the model", variant.model_label, called.names),
    ...named("the label of the variant", variant.label, called.variants),
  ];
}
