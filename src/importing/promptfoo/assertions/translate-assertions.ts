import { didYouMean } from "../../../config/index.ts";
import { isRecord } from "../../../text/index.ts";
import type { ImportContext } from "../../reading/import-context.ts";
import { followReference, itemsOf, type Located } from "../../reading/located.ts";
import { escapeLiterals } from "../../templates/translate-template.ts";
import { type ForeignExpectation, Liftable } from "../../workspace/foreign-evaluation.ts";
import { moduleHookOf } from "../../workspace/hook-files.ts";
import { createUniqueNamer, slugify } from "../../workspace/slugs.ts";

import type { AssertionTranslation, ForeignAssertion } from "./assertion.ts";
import { asExpression } from "./code-assertions.ts";
import { noteAssertionFields, readAssertion, type TestSurroundings } from "./read-assertion.ts";
import { ASSERTION_TABLE } from "./table.ts";

export interface TranslatedAssertions {
  checks: Record<string, unknown>[];
  hard_expectations: ForeignExpectation[];
  soft_expectations: ForeignExpectation[];
  cells: Record<string, string>;
  /** Grading providers named by assertions. */
  graders: Located[];
}

/** Translates all assertions of a test. Notes the location of each that does not translate. */
export function translateAssertions(
  assertions: readonly Located[],
  surroundings: TestSurroundings,
  context: ImportContext,
): TranslatedAssertions {
  const result: TranslatedAssertions = {
    checks: [],
    hard_expectations: [],
    soft_expectations: [],
    cells: {},
    graders: [],
  };
  const checkId = createUniqueNamer();
  const each = (written: Located, isOptional: boolean): void => {
    const followed = followReference(written, context.root);
    const refuse = (what: string, reason: string) =>
      context.notes.add({ outcome: "not_translated", what, reason }, written.place);
    const fields = followed.ok ? followed.placed.value : {};
    if (!followed.ok || !isRecord(fields) || typeof fields.type !== "string") {
      refuse("assertion", followed.ok ? "it has no type" : followed.reason);
      return;
    }
    const name = fields.type;
    if (name === "assert-set") {
      const partial = typeof fields.threshold === "number" && fields.threshold < 1;
      if (partial) sayThreshold("assertion assert-set", written, context);
      else
        context.notes.add(
          { outcome: "translated", what: "assertion assert-set", became: "its assertions" },
          written.place,
        );
      for (const item of itemsOf(followed.placed.inside("assert"))) each(item, isOptional || partial);
      return;
    }
    if (fields.provider !== undefined) result.graders.push(followed.placed.inside("provider"));
    noteAssertionFields(name, fields, followed.placed, context);
    const { read, cells } = readAssertion(name, followed.placed, surroundings, context);
    Object.assign(result.cells, cells);
    const translations = "as" in read ? [read] : [translate(read)].flat();
    const weight = typeof fields.weight === "number" ? fields.weight : 1;
    const optional = isOptional || weight === 0;
    for (const translation of translations) {
      if (translation.as === "refused") {
        refuse(`assertion ${name}`, translation.reason);
        continue;
      }
      const isNegated = name.startsWith("not-");
      note(name, translation, context, written);
      if (translation.as === "expectation") {
        const list = optional ? result.soft_expectations : result.hard_expectations;
        for (const text of translation.texts)
          list.push({
            text: new Liftable(isNegated ? `The following does not hold: ${text}` : text),
            weight: weight > 0 ? weight : 1,
          });
        continue;
      }
      const id = slugify(
        typeof fields.metric === "string" && !/[{}]/.test(fields.metric) ? fields.metric : name,
        "check",
      );
      result.checks.push({
        check_id: checkId(id),
        ...(!optional && { required: true }),
        ...(isNegated && { not: true }),
        ...liftable(translation),
      });
    }
  };
  for (const assertion of assertions) each(assertion, surroundings.hasThreshold);
  return result;
}

export function sayThreshold(what: string, { place }: Located, { notes }: ImportContext): void {
  const reason =
    "its threshold lets some assertions fail, and Assay does not add up points from checks: they inform the judges and gate nothing";
  notes.add({ outcome: "note", what, reason }, place);
}

function translate(assertion: ForeignAssertion): AssertionTranslation | AssertionTranslation[] {
  const { type, transform } = assertion;
  if (!Object.hasOwn(ASSERTION_TABLE, type)) {
    const close = didYouMean(type, Object.keys(ASSERTION_TABLE));
    return { as: "refused", reason: `promptfoo documents no such assertion.${close === undefined ? "" : ` ${close}`}` };
  }
  if (transform === undefined || type === "javascript" || type === "python") return ASSERTION_TABLE[type]!(assertion);
  if (/^\s*file:\/\//.test(transform))
    return { as: "refused", reason: "the output is changed by a file of code before it is looked at" };
  const code = asExpression(assertion);
  if (code === undefined)
    return { as: "refused", reason: "the output is changed by JavaScript before it is looked at" };
  const hook = moduleHookOf("code.mjs", { code: escapeLiterals(code), transform });
  return { as: "module_hook", hook, difference: "the output is changed by JavaScript before, so a hook asks the same" };
}

/** Marks values that may differ between the rows of one case. */
function liftable(translation: Exclude<AssertionTranslation, { as: "refused" | "expectation" }>) {
  if (translation.as !== "check") {
    const { arguments: words, ...hook } = translation.hook;
    return { [translation.as]: { ...hook, arguments: lifting(words as Record<string, unknown>, []) } };
  }
  return { declarative: lifting(translation.declarative, FIXED) };
}

const FIXED = ["kind", "schema", "arguments_schema", "flags", "fenced", "case_sensitive", "trim"];

function lifting(fields: Record<string, unknown>, fixed: readonly string[]): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(fields).map(([key, value]) => [key, fixed.includes(key) ? value : new Liftable(value)]),
  );
}

function note(
  name: string,
  translation: Exclude<AssertionTranslation, { as: "refused" }>,
  { notes }: ImportContext,
  { place }: Located,
): void {
  const { as, difference } = translation;
  const became =
    as === "check" ? `check ${String(translation.declarative.kind)}` : as === "expectation" ? "expectation" : as;
  const outcome = as === "check" ? "translated" : as === "expectation" ? "expectation" : "hook";
  notes.add({ outcome, what: `assertion ${name}`, became, ...(difference && { reason: difference }) }, place);
}
