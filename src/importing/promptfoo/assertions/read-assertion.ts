import { isRecord } from "../../../text/index.ts";
import type { ImportContext } from "../../reading/import-context.ts";
import type { Located } from "../../reading/located.ts";
import { escapeLiterals } from "../../templates/translate-template.ts";
import { translateValue } from "../../templates/translate-value.ts";
import type { AssertionTranslation, ForeignAssertion } from "./assertion.ts";
import type { CodeCopies } from "./copy-code.ts";
import { loadedValue } from "./loaded-value.ts";

export interface TestSurroundings {
  variables: Record<string, unknown>;
  /** With a threshold assertions may fail, so none is required. */
  hasThreshold: boolean;
  transform?: string;
  tools: ReadonlyMap<string, Record<string, unknown>>;
  copies: CodeCopies;
}

/** Translates an assertion's texts, or gives the reason why that is impossible. */
export function readAssertion(
  name: string,
  placed: Located,
  { variables, transform, tools, copies }: TestSurroundings,
  context: ImportContext,
): { read: ForeignAssertion | AssertionTranslation; cells?: Record<string, string> } {
  const fields = placed.value as Record<string, unknown>;
  const type = name.replace(/^not-/, "");
  const isCode = type === "javascript" || type === "python";
  const loaded = isCode ? { ok: true as const, value: fields.value } : loadedValue(fields.value, context.files);
  if (!loaded.ok) return { read: { as: "refused", reason: loaded.reason } };
  const translated = translateValue(loaded.value, variables);
  if (!translated.ok && !isCode) return { read: { as: "refused", reason: translated.reason } };
  const literal = { value: escapeLiterals(loaded.value), rendered: loaded.value, cells: {} };
  const { value, rendered, cells } = translated.ok ? translated : literal;
  const own = typeof fields.transform === "string" ? fields.transform : undefined;
  const read: ForeignAssertion = {
    type,
    isNegated: name.startsWith("not-"),
    value,
    rendered,
    ...(typeof fields.threshold === "number" && { threshold: fields.threshold }),
    ...(isRecord(fields.config) && { config: escapeLiterals(fields.config) }),
    ...((own ?? transform) !== undefined && {
      transform: escapeLiterals([transform, own].find((code) => code !== undefined)!),
    }),
    variables: escapeLiterals(variables),
    tools,
    copyCode: copies.copy,
  };
  if (own !== undefined && transform !== undefined)
    return { read: { as: "refused", reason: "its transform comes after the test's, and a hook has one" } };
  return { read, cells };
}

const KNOWN_FIELDS = [
  "type",
  "value",
  "threshold",
  "weight",
  "metric",
  "provider",
  "config",
  "transform",
  "rubricPrompt",
  "contextTransform",
];

/** Notes fields of an assertion that have no effect here. */
export function noteAssertionFields(
  name: string,
  fields: Record<string, unknown>,
  placed: Located,
  { notes }: ImportContext,
): void {
  const lost = (field: string, reason: string) =>
    notes.add({ outcome: "not_translated", what: `${field} of assertion ${name}`, reason }, placed.inside(field).place);
  if (fields.rubricPrompt !== undefined)
    lost("rubricPrompt", "judges of Assay have a prompt of their own, and a contract");
  if (fields.contextTransform !== undefined)
    lost("contextTransform", "it is code that makes the context; nothing is run here");
  if (
    typeof fields.weight === "number" &&
    fields.weight !== 1 &&
    !/rubric|g-eval|factuality|closedqa|relevance/.test(name)
  )
    lost(
      "weight",
      fields.weight === 0 ? "a check that counts nothing only informs the judges" : "checks have no weights",
    );
  for (const field of Object.keys(fields).filter((key) => !KNOWN_FIELDS.includes(key)))
    lost(field, "promptfoo documents no such field");
}
