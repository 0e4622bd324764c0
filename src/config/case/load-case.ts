import { basename, dirname } from "node:path";
import { isRecord } from "../../text/index.ts";
import { type Diagnostic, hasErrors } from "../diagnostics/diagnostic.ts";
import { loadSource } from "../file/load-file.ts";
import type { ParsedForms } from "../parsed-forms/parsed-forms.ts";
import { type TestCase, testCase, testInput } from "../schema/case/test-case.ts";
import { deterministicCheck } from "../schema/checks/deterministic-check.ts";
import { complainAbout, type SourceFile } from "../source/source-file.ts";
import { resolveTools } from "../tools/resolve-tools.ts";
import { openToolShelf, type ToolShelf } from "../tools/tool-shelf.ts";
import { resolveAttachments } from "./attachments.ts";
import { findMisspeltTools } from "./called-tools.ts";
import { resolveCheckSchemas } from "./check-schemas.ts";
import { findCheckFiles } from "./find-check-files.ts";
import { resolveGivenFiles } from "./given-files.ts";
import { findHooks } from "./hooks.ts";
import type { LoadedCase } from "./loaded-case.ts";
import { checkMedia } from "./media-rules.ts";
import type { MemoizeByName } from "./memoize-by-name.ts";
import { messageRulesOf } from "./message-rules.ts";
import { type ReadMessageFile, resolveMessages } from "./messages.ts";
import { checkCase } from "./rules.ts";
import { checkWorkspaceInput } from "./workspace-input-rules.ts";

/** A case of the workspace, as far as it is valid. */
export interface CaseFile {
  path: string;
  /** Declared id, or else the folder's name. */
  caseId: string;
  tags: string[];
  source?: SourceFile;
  /** Missing when the case is broken. */
  loaded?: LoadedCase;
  /** For a dataset row, the `case_id` in the file, which selects all rows. Also present if the dataset has no rows. */
  datasetCaseId?: string;
  diagnostics: Diagnostic[];
}

/** Reads a test.yaml and what it refers to. For a dataset, this is the template; rows become cases elsewhere. */
export function loadCase(
  path: string,
  root: string,
  forms?: ParsedForms<TestCase>,
  shelf: ToolShelf = openToolShelf(root),
): CaseFile {
  const { source, value, diagnostics } = loadSource(path, testCase, root, forms, hasDataset);
  const file: CaseFile = { path, caseId: basename(dirname(path)), tags: [], diagnostics };
  if (source === undefined) return file;
  file.source = source;
  Object.assign(file, declaredIdentity(value ?? source.value, file));
  if (value === undefined) {
    if (!hasDataset(source.value)) diagnostics.push(...problemsOfReadableParts(source, root, shelf));
    return file;
  }
  return resolveCase(value, source, root, file, shelf);
}

export function hasDataset(value: unknown): boolean {
  return isRecord(value) && value.dataset !== undefined;
}

/** Caches shared by the rows of a dataset, which mostly refer to the same few files. */
export interface RowReferences {
  once: MemoizeByName;
  readFile: ReadMessageFile;
}

/** Checks a case's rules and resolves its references; the result is in `file`. */
export function resolveCase(
  value: TestCase,
  source: SourceFile,
  root: string,
  file: CaseFile,
  shelf: ToolShelf,
  rows?: RowReferences,
): CaseFile {
  const { path, diagnostics } = file;
  const references = resolveInput(value.input, value.runner.type, source, root, shelf, rows);
  const complaints = [
    ...checkCase(value),
    ...findMisspeltTools(value, references.tools),
    ...checkWorkspaceInput(value, references.tools),
  ];
  diagnostics.push(...complaints.map((complaint) => complainAbout(source, complaint)));
  const lookAtChecks = () => resolveChecks(value.deterministic_checks, value.input, source, root);
  const checks = rows ? rows.once(`checks ${filesNamedBy(value)}`, lookAtChecks) : lookAtChecks();
  diagnostics.push(...references.diagnostics, ...checks.diagnostics);
  if (!hasErrors(diagnostics)) {
    const { messages, turns, attachments, media, tools, workspace } = references;
    file.loaded = { case: value, path, messages, turns, attachments, tools, ...(media.length > 0 ? { media } : {}) };
    if (workspace) file.loaded.workspace = workspace;
    if (Object.keys(checks.schemas).length > 0) file.loaded.checkSchemas = checks.schemas;
  }
  return file;
}

/** Resolves what checks refer to, which depends only on the files in `filesNamedBy`. */
function resolveChecks(
  checks: TestCase["deterministic_checks"],
  input: TestCase["input"] | undefined,
  source: SourceFile,
  root: string,
) {
  const { schemas, diagnostics } = resolveCheckSchemas(checks, source, root);
  const problems = [...findHooks(checks, source, root), ...diagnostics, ...findCheckFiles(checks, input, source, root)];
  return { schemas, diagnostics: problems };
}

/** Builds a cache key: checks that name the same files resolve equally if the subject is shown the same files. */
function filesNamedBy({ deterministic_checks: checks, input }: TestCase): string {
  const shown = [
    input.attachments,
    input.workspace,
    ...[...input.messages, ...input.turns].map(({ source }) => source?.path),
  ];
  const named = checks.map(({ python_hook, module_hook, declarative }) => {
    const { schema_path, arguments_schema_path, files } = (declarative ?? {}) as Partial<Record<string, unknown>>;
    return [python_hook?.path, module_hook?.path, schema_path, arguments_schema_path, files];
  });
  return JSON.stringify([shown, named]);
}

/** Resolves files even for an invalid case, so that all its errors are reported together. */
function problemsOfReadableParts(source: SourceFile, root: string, shelf: ToolShelf): Diagnostic[] {
  const raw = (source.value ?? {}) as Record<string, unknown>;
  const input = testInput.safeParse(raw.input);
  const checks = deterministicCheck.array().safeParse(raw.deterministic_checks);
  return [
    ...(input.success ? resolveInput(input.data, undefined, source, root, shelf).diagnostics : []),
    ...(checks.success ? resolveChecks(checks.data, input.data, source, root).diagnostics : []),
  ];
}

function resolveInput(
  input: TestCase["input"],
  runner: TestCase["runner"]["type"] | undefined,
  source: SourceFile,
  root: string,
  shelf: ToolShelf,
  rows?: RowReferences,
) {
  const isForAgent = runner !== undefined && runner !== "llm_probe";
  const rules = messageRulesOf(runner, { isRow: rows !== undefined });
  const messages = resolveMessages(input.messages, ["input", "messages"], source, root, rules.message, rows?.readFile);
  const turns = resolveMessages(input.turns, ["input", "turns"], source, root, rules.turn, rows?.readFile);
  const attach = () => resolveAttachments(input.attachments, source, root);
  const { attachments, diagnostics } = rows
    ? rows.once(`attachments ${JSON.stringify(input.attachments)}`, attach)
    : attach();
  const complaints = checkMedia(messages.messages, attachments, isForAgent);
  const list = input.context.llm_probe?.tools ?? [];
  const at = ["input", "context", "llm_probe", "tools"];
  const offer = () => resolveTools(list, { source, root, at, shelf });
  const tools = rows ? rows.once(`tools ${JSON.stringify(list)}`, offer) : offer();
  const give = () => resolveGivenFiles(input.workspace, source, root);
  const given = rows ? rows.once(`workspace ${JSON.stringify(input.workspace)}`, give) : give();
  return {
    messages: messages.messages,
    turns: turns.messages,
    attachments,
    workspace: given.workspace,
    media: [...messages.media, ...attachments.flatMap(({ media }) => media ?? [])],
    tools: tools.tools,
    diagnostics: [
      ...messages.diagnostics,
      ...turns.diagnostics,
      ...diagnostics,
      ...tools.diagnostics,
      ...given.diagnostics,
      ...complaints.map((complaint) => complainAbout(source, complaint)),
    ],
  };
}

/** Reads the id and tags of a broken case, to decide whether a suite would select it. */
function declaredIdentity(value: unknown, fallback: { caseId: string }): { caseId: string; tags: string[] } {
  const { case_id, tags } = (typeof value === "object" && value !== null ? value : {}) as Record<string, unknown>;
  return {
    caseId: typeof case_id === "string" && case_id !== "" ? case_id : fallback.caseId,
    tags: Array.isArray(tags) ? tags.filter((tag) => typeof tag === "string") : [],
  };
}
