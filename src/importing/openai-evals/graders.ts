import { escapeForPattern, isRecord } from "../../text/index.ts";
import type { ImportContext } from "../reading/import-context.ts";
import type { Located } from "../reading/located.ts";
import { escapeLiterals } from "../templates/translate-template.ts";
import { translateValue } from "../templates/translate-value.ts";
import { type ForeignExpectation, Liftable } from "../workspace/foreign-evaluation.ts";
import { type HookAdapter, moduleHookOf } from "../workspace/hook-files.ts";
import { createUniqueNamer, slugify } from "../workspace/slugs.ts";

export interface TranslatedGraders {
  checks: Record<string, unknown>[];
  hard_expectations: ForeignExpectation[];
  cells: Record<string, string>;
  /** Names of grading models. */
  models: string[];
}

/** A placeholder for the answer, in all its spellings. */
const ANSWER = /^\s*\{\{\s*sample\.(?:output_text|output_json|model_outputs\[0\])\s*\}\}\s*$/;
const ANSWER_ANYWHERE = /\{\{\s*sample\.[\w.[\]]+\s*\}\}/g;

type Graded =
  | { as: "check"; declarative: Record<string, unknown>; not?: true; difference?: string }
  | { as: "module_hook" | "python_hook"; hook: Record<string, unknown>; difference?: string }
  | { as: "expectation"; text: string; difference?: string }
  | { as: "refused"; reason: string };

/** Translates the testing criteria for one item of the data. */
export function translateGraders(
  criteria: readonly Located[],
  item: unknown,
  { notes }: ImportContext,
): TranslatedGraders {
  const result: TranslatedGraders = { checks: [], hard_expectations: [], cells: {}, models: [] };
  const checkId = createUniqueNamer();
  for (const { value, place } of criteria) {
    const grader = isRecord(value) ? value : {};
    const what = `grader ${String(grader.type)}`;
    if (typeof grader.model === "string") result.models.push(grader.model);
    const graded = gradeBy(grader, item, result.cells);
    if (graded.as === "refused") {
      notes.add({ outcome: "not_translated", what, reason: graded.reason }, place);
      continue;
    }
    const outcome = graded.as === "check" ? "translated" : graded.as === "expectation" ? "expectation" : "hook";
    const became = graded.as === "check" ? `check ${String(graded.declarative.kind)}` : graded.as;
    notes.add({ outcome, what, became, ...(graded.difference && { reason: graded.difference }) }, place);
    if (graded.as === "expectation") {
      result.hard_expectations.push({ text: new Liftable(graded.text), weight: 1 });
      continue;
    }
    result.checks.push({
      check_id: checkId(slugify(typeof grader.name === "string" ? grader.name : String(grader.type), "check")),
      required: true,
      ...(graded.as === "check" && graded.not && { not: true }),
      ...(graded.as === "check"
        ? { declarative: lifted(graded.declarative) }
        : { [graded.as]: { ...graded.hook, arguments: lifted(graded.hook.arguments as Record<string, unknown>) } }),
    });
  }
  return result;
}

function lifted(fields: Record<string, unknown>): Record<string, unknown> {
  const fixed = ["kind", "case_sensitive", "trim", "flags"];
  return Object.fromEntries(
    Object.entries(fields).map(([key, value]) => [key, fixed.includes(key) ? value : new Liftable(value)]),
  );
}

function gradeBy(grader: Record<string, unknown>, item: unknown, cells: Record<string, string>): Graded {
  const text = (value: unknown) => {
    const translated = translateValue(value, { item });
    if (translated.ok) Object.assign(cells, translated.cells);
    return translated;
  };
  switch (grader.type) {
    case "string_check":
      return stringCheck(grader, text);
    case "text_similarity":
      return textSimilarity(grader, text);
    case "score_model":
    case "label_model":
      return modelGrader(grader, text);
    case "python":
      if (typeof grader.source !== "string") return refuse("it has no source");
      return hook("code.py", "python_hook", {
        grader: true,
        code: escapeLiterals(grader.source),
        item: escapeLiterals(item),
        ...(typeof grader.pass_threshold === "number" && { threshold: grader.pass_threshold }),
      });
    case "multi":
      return refuse("it combines other graders by a formula; in Assay, checks gate and judges score");
    default:
      return refuse("the service documents no such grader");
  }
}

type TranslateText = (value: unknown) => ReturnType<typeof translateValue>;

function stringCheck({ input, reference, operation }: Record<string, unknown>, text: TranslateText): Graded {
  if (typeof input !== "string" || !ANSWER.test(input)) return refuse("its input is not the answer");
  const wanted = text(reference);
  if (!wanted.ok) return refuse(wanted.reason);
  if (typeof wanted.value !== "string" || String(wanted.rendered).trim() === "")
    return refuse("its reference is empty");
  const equals = { kind: "response_equals", text: wanted.value, case_sensitive: true, trim: false };
  switch (operation) {
    case "eq":
      return { as: "check", declarative: equals };
    case "ne":
      return { as: "check", declarative: equals, not: true };
    case "like":
      return { as: "check", declarative: { kind: "response_contains", text: wanted.value, case_sensitive: true } };
    case "ilike":
      return { as: "check", declarative: { kind: "response_contains", text: wanted.value } };
    case "starts_with":
      return {
        as: "check",
        declarative: {
          kind: "response_matches",
          pattern: escapeLiterals(`^${escapeForPattern(String(wanted.rendered))}`),
          flags: "s",
        },
      };
    default:
      return refuse(`the operation ${JSON.stringify(operation)} is not known`);
  }
}

function textSimilarity(grader: Record<string, unknown>, text: TranslateText): Graded {
  const { input, reference, evaluation_metric, pass_threshold } = grader;
  if (typeof input !== "string" || !ANSWER.test(input)) return refuse("its input is not the answer");
  const wanted = text(reference);
  if (!wanted.ok) return refuse(wanted.reason);
  if (String(wanted.rendered).trim() === "") return refuse("its reference is empty");
  const threshold = typeof pass_threshold === "number" ? pass_threshold : 0.5;
  const [, n] = /^rouge_(\d)$/.exec(String(evaluation_metric)) ?? [];
  const metric = n === undefined ? METRICS[String(evaluation_metric)] : "rouge";
  if (metric !== undefined)
    return hook("text-metrics.mjs", "module_hook", {
      metric,
      references: [wanted.value],
      threshold,
      ...(n !== undefined && { n: Number(n) }),
    });
  if (evaluation_metric === "cosine" || evaluation_metric === "meteor" || evaluation_metric === "rouge_l")
    return {
      as: "expectation",
      text: `Says the same as this: ${String(wanted.value)}`,
      difference: "a judge compares the meaning; Assay uses no embedding model and no list of synonyms",
    };
  return refuse(`the measure ${JSON.stringify(evaluation_metric)} is not known`);
}

const METRICS: Record<string, string> = { fuzzy_match: "fuzzy", bleu: "bleu", gleu: "gleu" };

/** Turns a grading model's instructions into an expectation for the judge. */
function modelGrader({ type, input, labels, passing_labels }: Record<string, unknown>, text: TranslateText): Graded {
  const messages = (Array.isArray(input) ? input : []).map(contentOf);
  if (messages.length === 0 || messages.includes(null))
    return refuse("it has no messages of text for the model that grades");
  const instructions = text(messages.join("\n\n").replaceAll(ANSWER_ANYWHERE, "[the answer]"));
  if (!instructions.ok) return refuse(instructions.reason);
  const words = String(instructions.value);
  const difference = "the judge reads the instructions as an expectation, and answers under Assay's own contract";
  if (type === "score_model")
    return { as: "expectation", text: `Does well by these instructions: ${words}`, difference };
  const passing = Array.isArray(passing_labels) ? passing_labels.map(String).join(", ") : "";
  const all = Array.isArray(labels) ? labels.map(String).join(", ") : "";
  return { as: "expectation", text: `Is labelled ${passing} (of ${all}) by these instructions: ${words}`, difference };
}

function contentOf(message: unknown): string | null {
  if (!isRecord(message)) return null;
  const { content } = message;
  if (typeof content === "string") return content;
  return isRecord(content) && typeof content.text === "string" ? content.text : null;
}

function hook(adapter: HookAdapter, as: "module_hook" | "python_hook", words: Record<string, unknown>): Graded {
  return { as, hook: moduleHookOf(adapter, words) };
}

function refuse(reason: string): Graded {
  return { as: "refused", reason };
}
