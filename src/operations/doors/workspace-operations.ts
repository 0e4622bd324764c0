import { lazyOperation } from "../lazy-operation.ts";

// What is done with the files of a workspace.

/**
 * Creates a workspace that runs offline, from a template: `quickstart` unless `template` names another. Nothing that is there is
 * overwritten. Gives the paths of the files it made.
 *
 * @example
 * const files = await init({ directory: "my-evals" });
 * console.log(files);
 */
export const init = lazyOperation(async () => (await import("../workspace/workspace.ts")).init);
/**
 * The templates that a workspace can be created from, the default first, each with the commands to run next.
 *
 * @example
 * for (const { name, description } of await listTemplates()) console.log(name, description);
 */
export const listTemplates = lazyOperation(async () => (await import("../workspace/workspace.ts")).listTemplates);
/**
 * The examples that come with the package: complete studies that run offline, except where their README says what they need.
 *
 * @example
 * for (const { name, title } of await listExamples()) console.log(name, title);
 */
export const listExamples = lazyOperation(async () => (await import("../workspace/examples-and-docs.ts")).listExamples);
/**
 * Copies an example into a folder. Nothing that is there is overwritten. Gives the paths of the files it made.
 *
 * @example
 * await copyExample({ name: "checks", directory: "checks" });
 */
export const copyExample = lazyOperation(async () => (await import("../workspace/examples-and-docs.ts")).copyExample);
/**
 * The pages of the documentation, which come with the package.
 *
 * @example
 * for (const { name, title } of await listPages()) console.log(name, title);
 */
export const listPages = lazyOperation(async () => (await import("../workspace/examples-and-docs.ts")).listPages);
/**
 * A page of the documentation, as Markdown.
 *
 * @example
 * console.log(await readPage({ name: "checks" }));
 */
export const readPage = lazyOperation(async () => (await import("../workspace/examples-and-docs.ts")).readPage);
/**
 * Checks configuration files, each alone and all of them together; all of the workspace when no paths are given.
 *
 * @example
 * const { ok, diagnostics } = await validate();
 * if (!ok) console.log(formatDiagnostics(diagnostics, { colors: false }));
 */
export const validate = lazyOperation(async () => (await import("../workspace/workspace.ts")).validate);
/**
 * Translates a configuration of promptfoo into a workspace, and says line by line what did not translate. Nothing of it is run, nothing is
 * fetched, nothing is overwritten, and keys are named, never copied.
 *
 * @example
 * const { entries } = await importPromptfoo({ file: "promptfooconfig.yaml", into: "capitals" });
 * for (const { what, reason } of entries.filter(({ outcome }) => outcome === "not_translated")) console.log(what, reason);
 */
export const importPromptfoo = lazyOperation(async () => (await import("../imports/index.ts")).importPromptfoo);
/**
 * Translates an eval of OpenAI's service (its definition as JSON, with a run or with rows in a JSONL file) into a workspace.
 *
 * @example
 * const { counts } = await importOpenAiEvals({ file: "eval.json", data: "rows.jsonl", into: "products" });
 * console.log(counts.tests);
 */
export const importOpenAiEvals = lazyOperation(async () => (await import("../imports/index.ts")).importOpenAiEvals);
/**
 * Turns answers that another program got (JSONL, results of promptfoo, logs of Inspect) into samples for `judgeSamples`. Each says where it
 * comes from.
 *
 * @example
 * const { counts } = await importAnswers({ file: "results.json", out: "imported.jsonl" });
 * console.log(counts.samples);
 */
export const importAnswers = lazyOperation(async () => (await import("../imports/index.ts")).importAnswers);
/**
 * The cases of a workspace; with a suite, whether it selects them and why.
 *
 * @example
 * const { cases } = await listCases({ suite: "quickstart" });
 * console.log(cases.filter(({ selected }) => selected).map(({ case_id }) => case_id));
 */
export const listCases = lazyOperation(async () => (await import("../workspace/workspace.ts")).listCases);
/**
 * The suites of a workspace.
 *
 * @example
 * for (const { suite_id, title } of (await listSuites()).suites) console.log(suite_id, title);
 */
export const listSuites = lazyOperation(async () => (await import("../workspace/workspace.ts")).listSuites);
/**
 * One suite: its models, and which cases it selects and why.
 *
 * @example
 * const { models, left_out } = await showSuite({ suite: "quickstart" });
 * console.log(models.length, "models;", left_out.length, "cases are left out");
 */
export const showSuite = lazyOperation(async () => (await import("../workspace/workspace.ts")).showSuite);
/**
 * The kinds of files there are.
 *
 * @example
 * for (const { kind, description } of await listSchemas()) console.log(kind, description);
 */
export const listSchemas = lazyOperation(async () => (await import("../workspace/workspace.ts")).listSchemas);
/**
 * The JSON Schema of a kind of file.
 *
 * @example
 * console.log(JSON.stringify(await schema("test-case")));
 */
export const schema = lazyOperation(async () => (await import("../workspace/workspace.ts")).schema);
/**
 * Writes the schemas of all kinds into a folder, as `<kind>.json`. Gives how many there are.
 *
 * @example
 * await writeSchemas({ folder: "schemas" });
 */
export const writeSchemas = lazyOperation(async () => (await import("../workspace/workspace.ts")).writeSchemas);
/**
 * What this machine offers: the sandbox that commands and hooks would run in, what it holds and what it cannot, container engines, keys
 * by name, disk and store. Runs small commands in every sandbox, and spends nothing.
 *
 * @example
 * const { ok, sandbox, problems } = await doctor();
 * console.log(ok, sandbox.used, problems);
 */
export const doctor = lazyOperation(async () => (await import("../workspace/doctor.ts")).doctor);
