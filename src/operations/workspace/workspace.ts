import { mkdir, writeFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import {
  type CaseFile,
  createWorkspace,
  didYouMean,
  FILE_KINDS,
  hasErrors,
  type InspectedSuite,
  inspectSuite,
  jsonSchemaOf,
  loadCases,
  loadWorkspace,
  resolveModel,
  schemaFiles,
  shippedTemplates,
  type Variant,
  validatePaths,
} from "../../config/index.ts";
import { ConfigError, UnknownNameError } from "../../errors/index.ts";
import type {
  CaseListing,
  DescribedVariant,
  ListedCase,
  SuiteDescription,
  SuiteListing,
  Validation,
} from "../../report/index.ts";
import { type Controls, completeSurroundings, type Surroundings } from "../controls.ts";
import { requireWorkspaceRoot } from "../require-workspace-root.ts";
import { requireWritten } from "./written-or-throw.ts";

/**
 * Creates a workspace that runs offline, from a template: `quickstart` unless `template` names another. Overwrites nothing. Returns the paths of
 * the files it made.
 *
 * @example
 * const files = await init({ directory: "my-evals" });
 * console.log(files);
 */
export async function init(options: Surroundings & { directory: string; template?: string }): Promise<string[]> {
  const directory = resolve(completeSurroundings(options).cwd, options.directory);
  const created = await createWorkspace(directory, options.template);
  return requireWritten(created, { kind: "template", name: options.template, shipped: shippedTemplates(), directory });
}

/**
 * Lists the templates of workspaces, the default first, each with the commands to run next.
 *
 * @example
 * for (const { name, description } of await listTemplates()) console.log(name, description);
 */
export function listTemplates(): { name: string; description: string; next: string[] }[] {
  return shippedTemplates().map(({ name, description, next }) => ({ name, description, next }));
}

/**
 * Checks configuration files, alone and in relation to each other; the whole workspace by default.
 *
 * @example
 * const { ok, diagnostics } = await validate();
 * if (!ok) console.log(formatDiagnostics(diagnostics, { colors: false }));
 */
export async function validate(options: Surroundings & { paths?: string[] } = {}): Promise<Validation> {
  const report = await validatePaths({ cwd: completeSurroundings(options).cwd, paths: options.paths ?? [] });
  return { schema_version: 1, ok: !hasErrors(report.diagnostics), ...report };
}

/**
 * Lists the cases of a workspace; with a suite, whether it selects them and why.
 *
 * @example
 * const { cases } = await listCases({ suite: "quickstart" });
 * console.log(cases.filter(({ selected }) => selected).map(({ case_id }) => case_id));
 */
export async function listCases(
  options: Surroundings & { suite?: string } = {},
  controls: Controls = {},
): Promise<CaseListing> {
  const { cwd } = completeSurroundings(options);
  if (options.suite === undefined) {
    const { files } = await loadCases(await requireWorkspaceRoot(cwd));
    return { schema_version: 1, cases: files.map(listedCase) };
  }
  const { cases } = await inspected(cwd, options.suite, controls);
  return {
    schema_version: 1,
    cases: cases.map(({ file, selected, reason, agentId }) => ({
      ...listedCase(file),
      selected,
      reason,
      ...(agentId === undefined ? {} : { agent_id: agentId }),
    })),
  };
}

/**
 * Lists the suites of a workspace.
 *
 * @example
 * for (const { suite_id, title } of (await listSuites()).suites) console.log(suite_id, title);
 */
export async function listSuites(options: Surroundings = {}): Promise<SuiteListing> {
  const { suites } = await loadWorkspace(await requireWorkspaceRoot(completeSurroundings(options).cwd));
  return {
    schema_version: 1,
    suites: suites.map(({ id, path, value }) => ({
      suite_id: id,
      path,
      broken: value === undefined,
      ...(value === undefined ? {} : { title: value.title, models: value.models.map(({ model_id }) => model_id) }),
    })),
  };
}

/**
 * Describes one suite: its models, and which cases it selects and why.
 *
 * @example
 * const { models, left_out } = await showSuite({ suite: "quickstart" });
 * console.log(models.length, "models;", left_out.length, "cases are left out");
 */
export async function showSuite(
  options: Surroundings & { suite: string },
  controls: Controls = {},
): Promise<SuiteDescription> {
  const { suite, cases } = await inspected(completeSurroundings(options).cwd, options.suite, controls);
  const listed = (selected: boolean) =>
    cases
      .filter((entry) => entry.selected === selected)
      .map(({ file, reason, agentId }) => ({
        case_id: file.caseId,
        ...datasetOf(file),
        reason,
        ...(file.loaded === undefined ? { broken: true } : {}),
        ...(agentId === undefined ? {} : { agent_id: agentId }),
      }));
  return {
    schema_version: 1,
    suite_id: suite.suite_id,
    title: suite.title,
    models: suite.models.map((model) => ({
      model_id: model.model_id,
      model: resolveModel(model),
      ...(model.label === undefined ? {} : { label: model.label }),
    })),
    ...(suite.variants.length > 0 && { variants: suite.variants.map(describedVariant) }),
    cases: listed(true),
    left_out: listed(false),
  };
}

function describedVariant(variant: Variant): DescribedVariant {
  const { variant_id, label, model_ids, system_prompt, system_prompt_path, messages, settings, tools } = variant;
  const changes = {
    system_prompt: (system_prompt ?? system_prompt_path) !== undefined,
    messages: messages.length > 0,
    settings: settings !== undefined,
    tools: tools !== undefined,
  };
  return {
    variant_id,
    ...(label === undefined ? {} : { label }),
    changes: Object.entries(changes).flatMap(([field, given]) => (given ? [field] : [])),
    ...(model_ids === undefined ? {} : { model_ids }),
  };
}

/**
 * Lists the kinds of configuration files.
 *
 * @example
 * for (const { kind, description } of await listSchemas()) console.log(kind, description);
 */
export function listSchemas(): { kind: string; description: string }[] {
  return FILE_KINDS.map(({ kind, description }) => ({ kind, description }));
}

/**
 * Returns the JSON Schema of a kind of file.
 *
 * @example
 * console.log(JSON.stringify(await schema("test-case")));
 */
export function schema(kind: string): unknown {
  const found = FILE_KINDS.find((candidate) => candidate.kind === kind);
  if (found) return jsonSchemaOf(found);
  const kinds = FILE_KINDS.map((candidate) => candidate.kind);
  // People call a test-case `case`.
  const whole = kinds.filter((name) => name.split("-").includes(kind));
  const suggestion = didYouMean(kind, kinds) ?? (whole.length === 1 ? didYouMean(whole[0]!, whole) : undefined);
  throw new UnknownNameError(
    `no kind of file is called "${kind}"; there are ${kinds.join(", ")}.${suggestion ? ` ${suggestion}` : ""}`,
    { kind: "schema", name: kind, known: kinds },
  );
}

/**
 * Writes the schemas of all kinds into a folder, as `<kind>.json`. Returns how many there are.
 *
 * @example
 * await writeSchemas({ folder: "schemas" });
 */
export async function writeSchemas(options: Surroundings & { folder: string }): Promise<number> {
  const folder = resolve(completeSurroundings(options).cwd, options.folder);
  await mkdir(folder, { recursive: true });
  for (const [name, text] of schemaFiles()) await writeFile(join(folder, name), text);
  return FILE_KINDS.length;
}

async function inspected(cwd: string, suite: string, { onEvent }: Controls): Promise<InspectedSuite> {
  const found = await inspectSuite({ from: cwd, reference: suite });
  if (!found.ok) throw new ConfigError(`suite ${suite} cannot be used`, found.diagnostics);
  if (found.diagnostics.length > 0) onEvent?.({ type: "diagnostics", diagnostics: found.diagnostics });
  return found.value;
}

function listedCase(file: CaseFile): ListedCase {
  const { caseId, path, tags, loaded } = file;
  return {
    case_id: caseId,
    ...datasetOf(file),
    path,
    ...(loaded === undefined ? {} : { title: loaded.case.title, runner: loaded.case.runner.type }),
    tags,
    broken: loaded === undefined,
  };
}

function datasetOf({ caseId, datasetCaseId }: CaseFile): { dataset_case_id?: string } {
  return datasetCaseId === undefined || datasetCaseId === caseId ? {} : { dataset_case_id: datasetCaseId };
}
