import type { ImportNotes } from "../notes/import-notes.ts";
import { composeCase, formatYaml } from "./compose-case.ts";
import { composeSuites } from "./compose-suites.ts";
import type { ForeignEvaluation, ForeignPrompt } from "./foreign-evaluation.ts";
import { groupTests, type TestGroup } from "./group-tests.ts";
import { hookFiles } from "./hook-files.ts";
import { type DividedPrompts, dividePrompts } from "./prompt-variants.ts";
import { createUniqueNamer, slugify } from "./slugs.ts";

export interface ComposedWorkspace {
  /** By path in the workspace. */
  files: Map<string, string>;
  counts: { cases: number; tests: number; models: number; variants: number; suites: number };
  suite_ids: string[];
}

export interface PlannedCase {
  case_id: string;
  group: TestGroup;
  /** The prompts to send: one if prompts have separate cases, else all or those that the tests name. */
  prompts: readonly ForeignPrompt[];
}

/** In the worst case every test is a folder, and 100,000 folders are of no use. */
const MOST_CASES = 2000;

/** Splits an evaluation into the files of a workspace. */
export function composeWorkspace(
  evaluation: ForeignEvaluation,
  notes: ImportNotes,
  { allowHooks }: { allowHooks: boolean },
): { ok: true; workspace: ComposedWorkspace } | { ok: false; reason: string } {
  const divided = dividePrompts(evaluation.prompts);
  const cases = planCases(evaluation, divided);
  if (cases.length > MOST_CASES)
    return {
      ok: false,
      reason: `its tests have ${cases.length} different shapes, and each would be a case of its own; at most ${MOST_CASES} are written`,
    };
  if (divided.kind === "apart") sayApart(evaluation.prompts, notes);
  const files = new Map<string, string>();
  for (const { case_id, group, prompts } of cases) {
    const title = divided.kind === "apart" ? `${evaluation.title} (${prompts[0]!.label})` : evaluation.title;
    const { file, rows } = composeCase(case_id, title, group, evaluation);
    files.set(`configs/cases/${case_id}/test.yaml`, file);
    files.set(`configs/cases/${case_id}/tests.jsonl`, rows);
  }
  const suites = composeSuites(evaluation, divided, cases);
  for (const suite of suites) files.set(`configs/suites/${suite.suite_id}.yaml`, formatYaml(suite));
  const { name } = evaluation;
  files.set(`configs/run_profiles/${name}.yaml`, formatYaml(runProfile(evaluation)));
  files.set(`configs/evaluation_profiles/${name}.yaml`, formatYaml(evaluationProfile(evaluation, allowHooks)));
  for (const [path, text] of hookFiles(evaluation)) files.set(path, text);
  const counts = {
    cases: cases.length,
    tests: evaluation.tests.length,
    models: evaluation.models.length,
    variants: divided.kind === "variants" ? divided.variants.length : 0,
    suites: suites.length,
  };
  return { ok: true, workspace: { files, counts, suite_ids: suites.map(({ suite_id }) => suite_id) } };
}

function planCases({ name, prompts, tests }: ForeignEvaluation, divided: DividedPrompts): PlannedCase[] {
  const caseId = createUniqueNamer();
  const planned = (base: string, group: TestGroup, sent: readonly ForeignPrompt[]) => {
    return { case_id: caseId(base), group, prompts: sent };
  };
  if (divided.kind !== "apart")
    return groupTests(tests, divided.messages).map((group) =>
      planned(
        name,
        group,
        prompts.filter(({ prompt_id }) => group.prompt_ids?.includes(prompt_id) ?? true),
      ),
    );
  return prompts.flatMap((prompt) => {
    const own = tests.filter(({ prompt_ids }) => prompt_ids?.includes(prompt.prompt_id) ?? true);
    return groupTests(
      own.map(({ prompt_ids: _, ...test }) => ({ ...test, tags: [...test.tags, `prompt-${prompt.prompt_id}`] })),
      prompt.messages,
    ).map((group) => planned(`${name}_${slugify(prompt.prompt_id, "prompt")}`, group, [prompt]));
  });
}

function sayApart(prompts: readonly ForeignPrompt[], notes: ImportNotes): void {
  const reason =
    "the prompts differ in the messages that hold variables, and a variant of Assay only says something before a case; so each prompt has cases of its own, with the tag prompt-<id>";
  for (const { prompt_id, place } of prompts)
    notes.add({ outcome: "note", what: `prompt ${prompt_id}`, reason }, place);
}

function runProfile({ name, title, models, settings }: ForeignEvaluation) {
  const overrides = models.filter((model) => Object.keys(model.settings).length > 0);
  const { repetitions, concurrency, timeout_seconds } = settings;
  return {
    schema_version: 1,
    run_profile_id: name,
    title,
    ...(timeout_seconds !== undefined && { runner_defaults: { timeout_seconds } }),
    ...(overrides.length > 0 && {
      model_overrides: Object.fromEntries(overrides.map((model) => [model.model_id, model.settings])),
    }),
    execution_policy: { max_concurrency: concurrency ?? 4, run_repetitions: repetitions ?? 1 },
  };
}

function evaluationProfile({ name, title, tests, judge }: ForeignEvaluation, allowHooks: boolean) {
  const isJudged = tests.some(
    ({ hard_expectations, soft_expectations }) => hard_expectations.length + soft_expectations.length > 0,
  );
  const hooks = tests.some(({ checks }) => checks.some((check) => "module_hook" in check || "python_hook" in check));
  return {
    schema_version: 1,
    evaluation_profile_id: name,
    title: isJudged ? title : `${title} (checks alone decide)`,
    ...(isJudged && {
      judges: [
        { judge_id: "judge", type: "llm_probe", model: judge.model, ...(judge.gateway && { gateway: judge.gateway }) },
      ],
      judge_runs: [{ judge_run_id: "judge_1", judge_id: "judge" }],
      aggregation: { pass_threshold: 6 },
    }),
    ...(hooks && { security_policy: { allow_local_python_hooks: allowHooks } }),
  };
}
