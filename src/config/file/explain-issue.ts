import type { z } from "zod";
import { nounFor } from "../../text/presentation/index.ts";
import { type Diagnostic, type FieldPath, formatFieldPath } from "../diagnostics/diagnostic.ts";
import { didYouMean } from "../diagnostics/did-you-mean.ts";
import { SLUG_RULE } from "../schema/fields/common.ts";
import { fieldsOf, schemaAt } from "../schema/fields/schema-at.ts";
import { type Complaint, complainAbout, type SourceFile } from "../source/source-file.ts";
import { fieldElsewhere } from "./field-elsewhere.ts";
import { preferredSpelling } from "./preferred-spelling.ts";

type Issue = z.core.$ZodIssue;

/** Explains schema issues as sentences with positions in the file. */
export function explainIssues(source: SourceFile, schema: z.ZodType, issues: readonly Issue[]): Diagnostic[] {
  const complaints = issues.flatMap((issue) => complaintsOf(issue, [], source.value, schema));
  // `case_idd` is one mistake, not both an unknown and a missing field.
  const meant = new Set(
    complaints.flatMap(({ path, suggestion }) => (suggestion ? [meantField(path, suggestion)] : [])),
  );
  return complaints
    .filter(({ path, found }) => found !== NOTHING_THERE || !meant.has(formatFieldPath(path)))
    .map((complaint) => complainAbout(source, complaint));
}

const NOTHING_THERE = "nothing at all";

function meantField(path: FieldPath, suggestion: string): string {
  return formatFieldPath([...path.slice(0, -1), /^Did you mean "(.*)"\?$/.exec(suggestion)?.[1] ?? ""]);
}

function complaintsOf(issue: Issue, above: FieldPath, root: unknown, schema: z.ZodType): Complaint[] {
  const path = [...above, ...(issue.path as (string | number)[])];
  const { present, value } = valueAt(root, path);
  const found = describeValue(value);
  switch (issue.code) {
    case "unrecognized_keys":
      return issue.keys.map((key) => unknownField(key, path, fieldsOf(schemaAt(schema, path, root)), schema));
    case "invalid_type": {
      // A field that is always refused has a message of its own.
      if (issue.expected === "never") return [{ path, at: "key", message: issue.message }];
      const expected = typeName(issue.expected);
      if (!present) return [missing(path, expected)];
      return [
        { path, expected, found, message: `expected ${expected}, found ${found}`, ...typeHint(issue.expected, value) },
      ];
    }
    case "invalid_value": {
      const expected = oneOf(issue.values);
      if (!present) return [missing(path, expected)];
      return [{ path, expected, found, message: `expected ${expected}, found ${found}`, ...near(value, issue.values) }];
    }
    case "too_small":
    case "too_big": {
      if (issue.origin === "string" && issue.code === "too_small" && value === "")
        return [{ path, found, expected: "text", message: "must not be empty" }];
      if (!/^Too (?:small|big)/.test(issue.message)) return [{ path, found, message: issue.message }];
      const expected = boundary(issue);
      const size = Array.isArray(value) || typeof value === "string" ? `${value.length}` : found;
      return [{ path, expected, found, message: `expected ${expected}, found ${size}` }];
    }
    case "invalid_format": {
      // Formats describe themselves: `a slug: letters, digits …`.
      const expected = issue.message.startsWith("Invalid") ? `a valid ${issue.format}` : issue.message;
      const suggestion = issue.format === "regex" ? slugSuggestion(value, issue) : undefined;
      return [{ path, expected, found, message: `expected ${expected}, found ${found}`, ...given(suggestion) }];
    }
    case "invalid_union":
      return complaintsOfUnion(issue, path, root, schema, present);
    case "custom":
      return [{ path, message: issue.message, ...(issue.params as Partial<Complaint> | undefined) }];
    case "invalid_key":
    case "invalid_element":
    case "not_multiple_of":
      return [{ path, found, message: `${issue.message}, found ${found}` }];
  }
}

/** Explains a failed union by the member that comes closest. */
function complaintsOfUnion(
  issue: z.core.$ZodIssueInvalidUnion,
  path: FieldPath,
  root: unknown,
  schema: z.ZodType,
  present: boolean,
): Complaint[] {
  const discriminated = issue as typeof issue & { discriminator?: string; options?: unknown[] };
  if (discriminated.discriminator !== undefined) {
    const options = discriminated.options ?? [];
    const { present: named, value } = valueAt(root, path);
    const expected = oneOf(options);
    if (!named) return [missing(path, expected)];
    const found = describeValue(value);
    return [{ path, expected, found, message: `expected ${expected}, found ${found}`, ...near(value, options) }];
  }
  const inside = issue.errors.find(
    (errors) => errors.length > 0 && !errors.some(({ code, path: at }) => code === "invalid_type" && at.length === 0),
  );
  if (inside) {
    const sentence = sentenceWithColon(issue, valueAt(root, path).value);
    if (sentence) return [{ path, ...sentence }];
    return inside.flatMap((error) => complaintsOf(error, path, root, schema));
  }
  const kinds = issue.errors.flatMap((errors) =>
    errors.flatMap((error) => (error.code === "invalid_type" ? [typeName(error.expected)] : [])),
  );
  const expected = alternatives([...new Set(kinds)]);
  if (!present) return [missing(path, expected)];
  const { value } = valueAt(root, path);
  const found = describeValue(value);
  const hint = issue.errors.some(wantsText) ? typeHint("string", value) : {};
  return [{ path, expected, found, message: `expected ${expected}, found ${found}`, ...hint }];
}

function wantsText(errors: readonly Issue[]): boolean {
  return errors.some(
    (error) => error.code === "invalid_type" && error.expected === "string" && error.path.length === 0,
  );
}

/** Detects `- Names the capital: Paris`, a sentence that YAML reads as a mapping. */
function sentenceWithColon(issue: z.core.$ZodIssueInvalidUnion, value: unknown): Omit<Complaint, "path"> | undefined {
  const [entry, ...others] = Object.entries((value ?? {}) as object);
  if (entry === undefined || others.length > 0 || !issue.errors.some(wantsText)) return undefined;
  const [before, after] = entry as [string, unknown];
  if (!/\s/.test(before) || (typeof after === "object" && after !== null)) return undefined;
  const sentence = JSON.stringify(after === null ? `${before}:` : `${before}: ${String(after)}`);
  return {
    expected: "text",
    found: "a mapping",
    message: "expected text, found a mapping, because of the colon in it",
    suggestion: `Put the sentence in quotes: ${sentence}`,
  };
}

/** Complains about an unknown field, pointing to its name. */
function unknownField(key: string, parent: FieldPath, known: readonly string[], file: z.ZodType): Complaint {
  const elsewhere = () => {
    const place = fieldElsewhere(file, key);
    return place === undefined ? undefined : `It belongs at ${JSON.stringify(place)}`;
  };
  const takes = known.length > 0 ? `; fields here: ${known.join(", ")}` : "";
  return {
    path: [...parent, key],
    at: "key",
    found: JSON.stringify(key),
    ...(known.length > 0 ? { expected: oneOf(known) } : {}),
    message: `is not a known field here${takes}`,
    ...given(didYouMean(key, known) ?? preferredSpelling([...parent, key]) ?? elsewhere()),
  };
}

function missing(path: FieldPath, expected: string): Complaint {
  return { path, expected, found: NOTHING_THERE, message: `is missing; expected ${expected}` };
}

function valueAt(root: unknown, path: FieldPath): { present: boolean; value: unknown } {
  let value: unknown = root;
  for (const key of path) {
    if (typeof value !== "object" || value === null || !Object.hasOwn(value, key)) {
      return { present: false, value: undefined };
    }
    value = (value as Record<string | number, unknown>)[key];
  }
  return { present: value !== undefined, value };
}

/** Describes a value in a few words. */
function describeValue(value: unknown): string {
  if (value === null || value === undefined) return "nothing";
  if (Array.isArray(value)) return value.length === 0 ? "an empty list" : `a list of ${value.length}`;
  if (typeof value === "object") return "a mapping";
  const text = JSON.stringify(value);
  return text.length > 80 ? `${text.slice(0, 77)}…"` : text;
}

function typeName(type: string): string {
  const names: Record<string, string> = {
    string: "text",
    number: "a number",
    int: "a whole number",
    boolean: "true or false",
    object: "a mapping",
    record: "a mapping",
    array: "a list",
    null: "null",
  };
  return names[type] ?? `a ${type}`;
}

function typeHint(expected: string, value: unknown): { suggestion?: string } {
  if (expected === "boolean" && typeof value === "string") {
    if (/^(yes|on|y)$/i.test(value)) return { suggestion: "Did you mean true?" };
    if (/^(no|off|n)$/i.test(value)) return { suggestion: "Did you mean false?" };
  }
  if (expected === "string" && (typeof value === "number" || typeof value === "boolean"))
    return { suggestion: `Put it in quotes: "${value}"` };
  if ((expected === "number" || expected === "int") && typeof value === "string" && value.trim() !== "") {
    const number = Number(value);
    if (Number.isFinite(number)) return { suggestion: `Write it without quotes: ${number}` };
  }
  if (expected === "array" && value !== null && value !== undefined)
    return { suggestion: "A list has one `- item` per line, or [a, b]" };
  return {};
}

function near(value: unknown, options: readonly unknown[]): { suggestion?: string } {
  return given(typeof value === "string" ? didYouMean(value, options.map(String)) : undefined);
}

function slugSuggestion(value: unknown, issue: Issue): string | undefined {
  if (typeof value !== "string" || issue.message !== SLUG_RULE) return undefined;
  const slug = value
    .normalize("NFKD")
    .replace(/\p{M}/gu, "")
    .replace(/ß/g, "ss")
    .replace(/[^A-Za-z0-9_.-]+/g, "_")
    .replace(/^[^A-Za-z0-9]+|[^A-Za-z0-9]+$/g, "");
  return slug === "" || slug === value || slug.length > 128 ? undefined : `Did you mean ${JSON.stringify(slug)}?`;
}

function boundary(issue: z.core.$ZodIssueTooSmall | z.core.$ZodIssueTooBig): string {
  const limit = issue.code === "too_small" ? issue.minimum : issue.maximum;
  const direction =
    issue.code === "too_small"
      ? issue.inclusive === false
        ? "more than"
        : "at least"
      : issue.inclusive === false
        ? "less than"
        : "at most";
  const unit = issue.origin === "string" ? " character" : issue.origin === "array" ? " item" : "";
  return `${direction} ${limit}${unit === "" ? "" : nounFor(Number(limit), unit)}`;
}

function oneOf(values: readonly unknown[]): string {
  return alternatives(values.map((value) => (typeof value === "string" ? value : JSON.stringify(value))));
}

function alternatives(words: readonly string[]): string {
  return words.length <= 1 ? (words[0] ?? "something else") : `${words.slice(0, -1).join(", ")} or ${words.at(-1)}`;
}

function given(suggestion: string | undefined): { suggestion?: string } {
  return suggestion === undefined ? {} : { suggestion };
}
