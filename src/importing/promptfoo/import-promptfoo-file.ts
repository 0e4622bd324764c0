import { basename, dirname } from "node:path";
import { isRecord } from "../../text/index.ts";
import type { ImportContext } from "../reading/import-context.ts";
import type { Located } from "../reading/located.ts";
import type { ForeignEvaluation, ForeignJudge, ForeignModel, ForeignTest } from "../workspace/foreign-evaluation.ts";
import { createUniqueNamer, slugify } from "../workspace/slugs.ts";
import { chooseSubjects } from "./choose-subjects.ts";
import { mergeTests } from "./merge-tests.ts";
import { noteConfigKeys } from "./note-config-keys.ts";
import { offeredTools } from "./offered-tools.ts";
import { readPrompts } from "./prompts.ts";
import { readProvider, readProviders } from "./providers.ts";
import { translateTests } from "./translate-tests.ts";

export type ImportedEvaluation = { ok: true; evaluation: ForeignEvaluation } | { ok: false; reason: string };

/** Reads a promptfoo configuration as a foreign evaluation. Runs and fetches nothing. */
export function readPromptfooConfig(path: string, context: ImportContext): ImportedEvaluation {
  const { root } = context;
  if (!isRecord(root.value))
    return {
      ok: false,
      reason: "it is not a promptfoo configuration: expected a mapping with prompts, providers and tests",
    };
  if (
    !["prompts", "providers", "targets", "tests", "scenarios"].some((key) => Object.hasOwn(root.value as object, key))
  )
    return { ok: false, reason: "it is not a promptfoo configuration: it has neither prompts nor providers nor tests" };
  noteConfigKeys(context);
  const modelId = createUniqueNamer();
  const providers = readProviders(context, modelId);
  const prompts = readPrompts(
    context,
    providers.map(({ model }) => model.model_id),
  );
  if (prompts.length === 0) return { ok: false, reason: "none of its prompts can be translated" };
  const tools = offeredTools(providers, context);
  const merged = mergeTests(context);
  const { choose, models } = chooseSubjects(merged, providers, prompts, context, modelId);
  const columns = new Map(prompts.flatMap((prompt) => [...prompt.columns]));
  const translated = translateTests(merged, { columns, tools, choose }, context);
  if (!translated.ok) return translated;
  if (translated.tests.length === 0) return { ok: false, reason: "none of its tests can be translated" };
  const { description, metadata, tags } = root.value;
  return {
    ok: true,
    evaluation: {
      name: slugify(typeof description === "string" ? description : basename(dirname(path)), "imported"),
      title:
        typeof description === "string" && description.trim() !== "" ? description : `Imported from ${basename(path)}`,
      made_by: "promptfoo",
      from: basename(path),
      prompts,
      models,
      tests: translated.tests,
      tools: [...tools.values()],
      judge: judgeOf(translated, context),
      settings: settingsOf(root.inside("evaluateOptions")),
      metadata: { ...(isRecord(metadata) && { metadata }), ...(isRecord(tags) && { tags }) },
      hook_files: context.hookFiles,
    },
  };
}

/** Kept in one place, because models age. promptfoo chooses one of OpenAI's by default. */
const DEFAULT_JUDGE: ForeignJudge = {
  model: "gpt-5.4-mini",
  gateway: { base_url: "https://api.openai.com/v1", api_key_env: "OPENAI_API_KEY" },
};

function judgeOf(
  { graders, tests }: { graders: readonly Located[]; tests: readonly ForeignTest[] },
  context: ImportContext,
): ForeignJudge {
  let judge: ForeignModel | undefined;
  for (const grader of new Map(graders.map((placed) => [JSON.stringify(placed.value), placed])).values()) {
    // `{ text: …, embedding: … }` names one for each purpose.
    const placed =
      isRecord(grader.value) && grader.value.id === undefined && grader.value.text !== undefined
        ? grader.inside("text")
        : grader;
    const read = readProvider(placed, context, (wanted) => wanted);
    const refuse = (reason: string) =>
      context.notes.add({ outcome: "not_translated", what: "grader", reason }, grader.place);
    if (!read.ok) refuse(read.reason);
    else if (judge === undefined) {
      judge = read.provider.model;
      context.notes.add(
        { outcome: "translated", what: "grader", became: `judge ${judge.requested_model}` },
        grader.place,
      );
    } else if (judge.requested_model !== read.provider.model.requested_model)
      refuse(`all trials have the same judges here; the first one named, ${judge.requested_model}, is taken`);
  }
  if (judge !== undefined) return { model: judge.requested_model, ...(judge.gateway && { gateway: judge.gateway }) };
  if (tests.some((test) => test.hard_expectations.length + test.soft_expectations.length > 0)) {
    context.environment.add("OPENAI_API_KEY");
    const reason = `promptfoo chooses one by itself; here it is ${DEFAULT_JUDGE.model}, in the evaluation profile`;
    context.notes.add({ outcome: "note", what: "grader", reason }, context.root.place);
  }
  return DEFAULT_JUDGE;
}

function settingsOf({ value }: Located): ForeignEvaluation["settings"] {
  const { repeat, maxConcurrency, timeoutMs } = isRecord(value) ? value : {};
  const isCount = (number: unknown): number is number => Number.isInteger(number) && (number as number) >= 1;
  return {
    ...(isCount(repeat) && { repetitions: repeat }),
    ...(isCount(maxConcurrency) && { concurrency: maxConcurrency }),
    ...(typeof timeoutMs === "number" && timeoutMs > 0 && { timeout_seconds: timeoutMs / 1000 }),
  };
}
