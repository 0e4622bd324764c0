import { isRecord } from "../../text/index.ts";
import type { ImportContext } from "../reading/import-context.ts";
import type { Located } from "../reading/located.ts";
import type { TemplateExpression } from "../templates/expression.ts";
import { cellsOf, type TranslatedText, translateTemplate } from "../templates/translate-template.ts";
import type { ForeignTest } from "../workspace/foreign-evaluation.ts";
import { openCodeCopies } from "./assertions/copy-code.ts";
import { sayThreshold, translateAssertions } from "./assertions/translate-assertions.ts";
import type { MergedTest } from "./merge-tests.ts";
import { noteTestFields } from "./note-test-fields.ts";
import { combinations, countCombinations, resolveVariables } from "./variables.ts";

/** The target of translated tests. */
export interface TestTarget {
  /** Columns used by the prompts. */
  columns: ReadonlyMap<string, TemplateExpression>;
  tools: ReadonlyMap<string, Record<string, unknown>>;
  /** The models and prompts of a test; undefined for all. */
  choose(test: MergedTest): { prompt_ids?: string[]; model_ids?: string[] };
}

/** The size of a large benchmark; more tests mean accidentally multiplied lists. */
const MOST_TESTS = 200_000;

export type TranslatedTests = { ok: true; tests: ForeignTest[]; graders: Located[] } | { ok: false; reason: string };

export function translateTests(
  merged: readonly MergedTest[],
  target: TestTarget,
  context: ImportContext,
): TranslatedTests {
  const tests: ForeignTest[] = [];
  const graders: Located[] = [];
  const copies = openCodeCopies(context.files, context.hookFiles);
  const total = merged.reduce((sum, test) => sum + (isExpanded(test) ? countCombinations(test.variables) : 1), 0);
  if (total > MOST_TESTS)
    return { ok: false, reason: `its lists of variables make ${total} tests; at most ${MOST_TESTS} are imported` };
  for (const test of merged) {
    noteTestFields(test, context);
    if (isRecord(test.options.provider) || typeof test.options.provider === "string")
      graders.push(optionAt(test, "provider"));
    const hasThreshold = typeof test.fields.threshold === "number" && test.fields.threshold < 1;
    if (hasThreshold) sayThreshold("threshold of a test", test.placed, context);
    const chosen = target.choose(test);
    const prefix = surrounding(test, "prefix", context);
    const suffix = surrounding(test, "suffix", context);
    for (const combined of isExpanded(test) ? combinations(test.variables) : [test.variables]) {
      const variables = resolveVariables(combined, (name, reason) =>
        context.notes.add({ outcome: "not_translated", what: `variable ${name}`, reason }, test.placed.place),
      );
      const transform = [test.options.transform, test.options.postprocess].find((code) => typeof code === "string");
      const judged = translateAssertions(
        test.assertions,
        {
          variables,
          hasThreshold,
          tools: target.tools,
          copies,
          ...(transform !== undefined && { transform: transform as string }),
        },
        context,
      );
      graders.push(...judged.graders);
      const columns = new Map([...target.columns, ...prefix.columns, ...suffix.columns]);
      tests.push({
        ...(typeof test.fields.description === "string" &&
          test.fields.description.trim() !== "" && { description: test.fields.description }),
        variables,
        cells: { ...cellsFor(columns, variables, test, context), ...judged.cells },
        ...(Object.keys(test.metadata).length > 0 && { metadata: test.metadata }),
        tags: ["imported"],
        checks: judged.checks,
        hard_expectations: judged.hard_expectations,
        soft_expectations: judged.soft_expectations,
        prefix: prefix.text,
        suffix: suffix.text,
        ...chosen,
      });
    }
  }
  context.notes.add(
    { outcome: "translated", what: `${tests.length} tests`, became: "rows of datasets" },
    context.root.inside("tests").place,
  );
  return { ok: true, tests, graders };
}

function isExpanded({ options }: MergedTest): boolean {
  return options.disableVarExpansion !== true;
}

function optionAt({ layers }: MergedTest, option: string): Located {
  const from = layers.findLast((layer) => layer.inside("options").inside(option).value !== undefined)!;
  return from.inside("options").inside(option);
}

/** A prefix or suffix with its variables as columns. */
function surrounding(test: MergedTest, option: "prefix" | "suffix", { notes }: ImportContext): TranslatedText {
  const written = test.options[option];
  const translated = translateTemplate(typeof written === "string" ? written : "");
  if (translated.ok) return translated;
  notes.add(
    { outcome: "not_translated", what: `options.${option}`, reason: translated.reason },
    optionAt(test, option).place,
  );
  return { text: "", columns: new Map() };
}

/** Fills a cell for every column in a message. Missing variables become empty, as in promptfoo, and are noted. */
function cellsFor(
  columns: ReadonlyMap<string, TemplateExpression>,
  variables: Record<string, unknown>,
  test: MergedTest,
  { notes }: ImportContext,
): Record<string, string> {
  for (const { root } of columns.values())
    if (!Object.hasOwn(variables, root)) {
      const reason = "a test does not give it, so nothing is put in its place";
      notes.add({ outcome: "note", what: `variable ${root}`, reason }, test.placed.place);
    }
  return cellsOf({ columns }, variables);
}
