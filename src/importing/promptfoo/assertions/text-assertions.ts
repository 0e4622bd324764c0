import { compilePattern, escapeForPattern, normalizeForComparison } from "../../../text/index.ts";
import { escapeLiterals } from "../../templates/translate-template.ts";
import { moduleHookOf } from "../../workspace/hook-files.ts";
import { checked, type ForeignAssertion, listOf, refused, type TranslateAssertion, textOf } from "./assertion.ts";

const LOOKS_FOR_NOTHING = "it looks for an empty text, which every answer has";

/** Assertions about the answer's text, decided by a program. */
export const TEXT_ASSERTIONS: Record<string, TranslateAssertion> = {
  equals: ({ value, rendered }) => {
    if (typeof rendered === "object" && rendered !== null) return checked("response_json", { values: { "": value } });
    if (textOf(rendered) === "")
      return refused("it wants an empty answer; write final_response_present with `not: true` by hand");
    return checked("response_equals", { text: textOf(value), case_sensitive: true, trim: false });
  },
  contains: (assertion) => containing(assertion, true),
  icontains: (assertion) => containing(assertion, false),
  "contains-all": (assertion) => containingList(assertion, "all", true),
  "contains-any": (assertion) => containingList(assertion, "any", true),
  "icontains-all": (assertion) => containingList(assertion, "all", false),
  "icontains-any": (assertion) => containingList(assertion, "any", false),
  "starts-with": ({ rendered }) => {
    if (textOf(rendered) === "") return refused(LOOKS_FOR_NOTHING);
    // A cell inside a pattern would be read as part of the pattern, so each test gets a complete one.
    const text = textOf(rendered);
    return checked(
      "response_matches",
      { pattern: escapeLiterals(`^${escapeForPattern(text.trimStart())}`), flags: "s" },
      text.trimStart() === text ? undefined : "blanks at the beginning of the answer are ignored",
    );
  },
  regex: ({ rendered }) => {
    const pattern = textOf(rendered);
    if (pattern === "") return refused(LOOKS_FOR_NOTHING);
    if (compilePattern(pattern).ok) return checked("response_matches", { pattern: escapeLiterals(pattern) });
    return {
      as: "module_hook",
      hook: moduleHookOf("code.mjs", { code: escapeLiterals(`new RegExp(${JSON.stringify(pattern)}).test(output)`) }),
      difference: "the pattern needs more than RE2 supports, so JavaScript's own engine is used",
    };
  },
  "word-count": ({ rendered }) => {
    const range = rangeOf(rendered);
    return range === null
      ? refused("its value is neither a number nor `min` and `max`")
      : checked("response_length", { words: range });
  },
  levenshtein: (assertion) => metric(assertion, "levenshtein", 5),
  "rouge-n": (assertion) => metric(assertion, "rouge", 0.75),
  bleu: (assertion) => metric(assertion, "bleu", 0.5),
  gleu: (assertion) => metric(assertion, "gleu", 0.5),
};

function containing({ value, rendered }: ForeignAssertion, caseSensitive: boolean) {
  if (isInvisible(textOf(rendered))) return refused(LOOKS_FOR_NOTHING);
  return checked("response_contains", { text: textOf(value), ...(caseSensitive && { case_sensitive: true }) });
}

function containingList({ value, rendered }: ForeignAssertion, field: "all" | "any", caseSensitive: boolean) {
  // A list given as one text with variables is split after they are filled in.
  const written = Array.isArray(value) ? value : escapeLiterals(rendered);
  if (listOf(rendered).some(isInvisible) || listOf(rendered).length === 0) return refused(LOOKS_FOR_NOTHING);
  return checked("response_contains", { [field]: listOf(written), ...(caseSensitive && { case_sensitive: true }) });
}

function isInvisible(text: string): boolean {
  return normalizeForComparison(text, { caseSensitive: true }) === "";
}

function rangeOf(value: unknown): { min?: number; max?: number } | null {
  const count = typeof value === "string" && value.trim() !== "" ? Number(value) : value;
  if (typeof count === "number") return isCount(count) ? { min: count, max: count } : null;
  if (typeof value !== "object" || value === null) return null;
  const { min, max } = value as { min?: unknown; max?: unknown };
  if (min === undefined && max === undefined) return null;
  if ((min !== undefined && !isCount(min)) || (max !== undefined && !isCount(max))) return null;
  if (min !== undefined && max !== undefined && (min as number) > (max as number)) return null;
  return { ...(min !== undefined && { min: min as number }), ...(max !== undefined && { max: max as number }) };
}

function isCount(value: unknown): boolean {
  return typeof value === "number" && Number.isInteger(value) && value >= 0;
}

function metric({ value, rendered, threshold }: ForeignAssertion, name: string, otherwise: number) {
  const references = Array.isArray(value) ? value.map(textOf) : [textOf(value)];
  if (textOf(rendered) === "" || value === undefined) return refused("it has no text to compare with");
  const words = { metric: name, references, threshold: threshold ?? otherwise };
  return { as: "module_hook" as const, hook: moduleHookOf("text-metrics.mjs", words) };
}
