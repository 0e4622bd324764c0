import type { z } from "zod";
import type { Diagnostic, FieldPath } from "../diagnostics/diagnostic.ts";
import { findClosest } from "../diagnostics/did-you-mean.ts";
import { KNOWN_PARAMETERS } from "../schema/fields/provider-parameters.ts";
import { isReserved } from "../schema/fields/request-options.ts";
import { definitionOf, fieldsOf, schemaAt, takesOtherFields, unwrap } from "../schema/fields/schema-at.ts";
import { type SentFields, sentFieldsOf } from "../schema/fields/sent-fields.ts";
import { type Complaint, complainAbout, type SourceFile } from "../source/source-file.ts";

/**
 * Finds misspelt fields where unknown ones are passed through, and so would be sent to the provider instead of having an effect. On a model
 * or judge this is an error, and other unknown parameters are reported once per file; under `request_options` only likely misspellings are.
 */
export function findNearMisses(source: SourceFile, schema: z.ZodType): Diagnostic[] {
  const found: Complaint[] = [];
  const named = new Set<string>();
  walk(schema, source.value, [], (path, object, value) => {
    const sent = sentFieldsOf(object);
    const own = fieldsOf(object);
    for (const key of Object.keys(value)) {
      if (own.includes(key)) continue;
      const complaint = sent ? complaintOfSent(key, sent, own, value) : complaintOfPassed(key, own, value);
      if (complaint === undefined || (complaint.suggestion === undefined && named.has(key))) continue;
      named.add(key);
      found.push({ ...complaint, path: [...path, key], at: "key" });
    }
  });
  return found.map((complaint) => complainAbout(source, complaint));
}

type Words = Omit<Complaint, "path" | "at">;

/** Checks a field that is sent to a provider. */
function complaintOfSent(
  key: string,
  sent: SentFields,
  own: readonly string[],
  value: Record<string, unknown>,
): Words | undefined {
  const homes = sent.as === "fields" ? sent.homes : {};
  // The schema already complains about misplaced and reserved fields.
  if (KNOWN_PARAMETERS.has(key) || Object.hasOwn(homes, key) || isReserved(key)) return undefined;
  const meant = findClosest(key, missing([...own, ...KNOWN_PARAMETERS, ...Object.keys(homes)], value));
  if (sent.as === "options") {
    if (meant === undefined) return undefined;
    return { severity: "warning", message: "is sent to the provider as it is", suggestion: didYouMean(meant) };
  }
  if (meant === undefined)
    return {
      severity: "warning",
      message:
        "is not a parameter that Assay knows, so it is sent to the provider as it is; under `request_options` it is sent without this warning",
    };
  const home = homes[meant] === undefined ? "" : ` It ${homes[meant]}.`;
  return {
    message:
      "would be sent to the provider as it is, because no field here has this name; to send it all the same, write it under `request_options`",
    suggestion: `${didYouMean(meant)}${home}`,
  };
}

/** Checks a field that is passed to something other than a provider. */
function complaintOfPassed(key: string, own: readonly string[], value: Record<string, unknown>): Words | undefined {
  const meant = findClosest(key, missing(own, value));
  if (meant === undefined) return undefined;
  return { message: "would do nothing, because no field here has this name", suggestion: didYouMean(meant) };
}

function missing(names: readonly string[], value: Record<string, unknown>): string[] {
  return names.filter((name) => !(name in value));
}

function didYouMean(meant: string): string {
  return `Did you mean ${JSON.stringify(meant)}?`;
}

type Visit = (path: FieldPath, schema: z.ZodType, value: Record<string, unknown>) => void;

/** Visits each object whose schema passes unknown fields through. */
function walk(schema: z.ZodType, value: unknown, path: FieldPath, visit: Visit): void {
  if (!passesFieldsThrough(schema)) return;
  const here = schemaAt(schema, [], value);
  if (here === undefined || typeof value !== "object" || value === null) return;
  const { type, element, shape, valueType } = definitionOf(unwrap(here));
  if (type === "array" && element && Array.isArray(value)) {
    for (const [index, item] of value.entries()) walk(element, item, [...path, index], visit);
  } else if (!Array.isArray(value)) {
    const object = value as Record<string, unknown>;
    if (takesOtherFields(here) || sentFieldsOf(here)) visit(path, here, object);
    for (const [key, field] of Object.entries(shape ?? {})) walk(field, object[key], [...path, key], visit);
    if (type === "record" && valueType)
      for (const [key, item] of Object.entries(object)) walk(valueType, item, [...path, key], visit);
  }
}

const remembered = new WeakMap<z.ZodType, boolean>();

/** Returns whether a schema, at any depth, passes unknown fields through. Few parts of a case do. */
function passesFieldsThrough(schema: z.ZodType): boolean {
  const answer = remembered.get(schema);
  if (answer !== undefined) return answer;
  // Assume no, to terminate on recursive schemas.
  remembered.set(schema, false);
  const here = unwrap(schema);
  const { shape, element, options, valueType } = definitionOf(here);
  const below = [
    ...Object.values(shape ?? {}),
    ...(element ? [element] : []),
    ...(options ?? []),
    ...(valueType ? [valueType] : []),
  ];
  const passes = takesOtherFields(here) || sentFieldsOf(here) !== undefined || below.some(passesFieldsThrough);
  remembered.set(schema, passes);
  return passes;
}
