import { basename, dirname } from "node:path";
import { type Diagnostic, hasErrors } from "../diagnostics/diagnostic.ts";
import { loadSource } from "../file/load-file.ts";
import type { ParsedForms } from "../parsed-forms/parsed-forms.ts";
import { deterministicCheck, type TestCase, testCase, testInput } from "../schema/index.ts";
import { complainAbout, type SourceFile } from "../source/source-file.ts";
import { resolveAttachments } from "./attachments.ts";
import { misspeltTools } from "./called-tools.ts";
import { resolveCheckSchemas } from "./check-schemas.ts";
import { findCheckFiles } from "./find-check-files.ts";
import { findHooks } from "./hooks.ts";
import type { LoadedCase } from "./loaded-case.ts";
import { resolveMessages } from "./messages.ts";
import { caseRules, firstProblem, problemOfPlaceholder, problemOfProbeMessage, problemOfTurn } from "./rules.ts";

/** A case of the workspace, as far as it could be understood. */
export interface CaseFile {
  path: string;
  /** Declared id; the folder's name when the file does not get that far. */
  caseId: string;
  tags: string[];
  source?: SourceFile;
  /** Missing when the case is broken. */
  loaded?: LoadedCase;
  diagnostics: Diagnostic[];
}

/** Reads one test.yaml with everything it refers to. */
export function loadCase(path: string, root: string, forms?: ParsedForms<TestCase>): CaseFile {
  const { source, value, diagnostics } = loadSource(path, testCase, root, forms);
  const file: CaseFile = { path, caseId: basename(dirname(path)), tags: [], diagnostics };
  if (source === undefined) return file;
  file.source = source;
  Object.assign(file, declaredIdentity(value ?? source.value, file));
  if (value === undefined) {
    diagnostics.push(...problemsOfReadableParts(source, root));
    return file;
  }
  const complaints = [...caseRules(value), ...misspeltTools(value)];
  diagnostics.push(...complaints.map((complaint) => complainAbout(source, complaint)));
  const references = resolveInput(value.input, value.runner.type, source, root);
  const checks = resolveCheckSchemas(value.deterministic_checks, source, root);
  diagnostics.push(...references.diagnostics, ...findHooks(value.deterministic_checks, source, root));
  diagnostics.push(...checks.diagnostics);
  diagnostics.push(...findCheckFiles(value.deterministic_checks, value.input, source, root));
  if (!hasErrors(diagnostics)) {
    const { messages, turns, attachments } = references;
    file.loaded = { case: value, path, messages, turns, attachments };
    if (Object.keys(checks.schemas).length > 0) file.loaded.checkSchemas = checks.schemas;
  }
  return file;
}

/** A case that breaks one rule still gets its files looked for, so that all its problems show in one pass. */
function problemsOfReadableParts(source: SourceFile, root: string): Diagnostic[] {
  const raw = (source.value ?? {}) as Record<string, unknown>;
  const input = testInput.safeParse(raw.input);
  const checks = deterministicCheck.array().safeParse(raw.deterministic_checks);
  return [
    ...(input.success ? resolveInput(input.data, undefined, source, root).diagnostics : []),
    ...(checks.success ? findHooks(checks.data, source, root) : []),
    ...(checks.success ? resolveCheckSchemas(checks.data, source, root).diagnostics : []),
    ...(checks.success ? findCheckFiles(checks.data, input.data, source, root) : []),
  ];
}

function resolveInput(
  input: TestCase["input"],
  runner: TestCase["runner"]["type"] | undefined,
  source: SourceFile,
  root: string,
) {
  const problemOfMessage =
    runner === "llm_probe" ? firstProblem(problemOfProbeMessage, problemOfPlaceholder) : problemOfPlaceholder;
  const messages = resolveMessages(input.messages, ["input", "messages"], source, root, problemOfMessage);
  const turns = resolveMessages(
    input.turns,
    ["input", "turns"],
    source,
    root,
    firstProblem(problemOfTurn, problemOfPlaceholder),
  );
  const attachments = resolveAttachments(input.attachments, source, root);
  return {
    messages: messages.messages,
    turns: turns.messages,
    attachments: attachments.attachments,
    diagnostics: [...messages.diagnostics, ...turns.diagnostics, ...attachments.diagnostics],
  };
}

/** Id and tags also of a broken case: they decide whether a suite would have selected it. */
function declaredIdentity(value: unknown, fallback: { caseId: string }): { caseId: string; tags: string[] } {
  const { case_id, tags } = (typeof value === "object" && value !== null ? value : {}) as Record<string, unknown>;
  return {
    caseId: typeof case_id === "string" && case_id !== "" ? case_id : fallback.caseId,
    tags: Array.isArray(tags) ? tags.filter((tag) => typeof tag === "string") : [],
  };
}
