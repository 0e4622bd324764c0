import { basename, dirname, join, relative, resolve, sep } from "node:path";
import { isRecord } from "../../text/index.ts";
import { loadCaseOrRows } from "../case/load-rows.ts";
import type { Diagnostic } from "../diagnostics/diagnostic.ts";
import { loadSource } from "../file/load-file.ts";
import { findWorkspaceRoot, kindOf } from "../finding/workspace-root.ts";
import { readEvaluationProfile } from "../profiles/load-evaluation-profile.ts";
import { FILE_KINDS } from "../schema/file-kinds.ts";
import { parseFile } from "../source/parse.ts";
import { displayPath } from "../source/source-file.ts";
import { readToolFile } from "../tools/tool-shelf.ts";
import { type CheckedFile, type CheckedWorkspace, checkedCases, validateWorkspace } from "./validate-workspace.ts";

export interface ValidationReport {
  /** Number of checked files of each kind. */
  checked: Record<string, number>;
  /** Sorted by file and position, without duplicates. */
  diagnostics: Diagnostic[];
}

export interface ValidationRequest {
  cwd: string;
  /** Files and folders; defaults to the workspace around `cwd`. */
  paths: readonly string[];
}

/** Checks workspaces, parts of them, and single files. */
export async function validatePaths({ cwd, paths }: ValidationRequest): Promise<ValidationReport> {
  const workspaces = new Map<string, Promise<CheckedWorkspace>>();
  const workspaceAt = (root: string) => {
    const known = workspaces.get(root) ?? validateWorkspace(root);
    workspaces.set(root, known);
    return known;
  };
  const files: LookedAt[] = [];
  const diagnostics: Diagnostic[] = [];
  for (const written of paths.length === 0 ? ["."] : paths) {
    const path = resolve(cwd, written);
    const kind = kindOf(path);
    const root = await findWorkspaceRoot(kind === "directory" ? path : dirname(path));
    const complain = (message: string) => diagnostics.push({ severity: "error", file: written, message });
    if (kind === "nothing") {
      complain("does not exist");
      continue;
    }
    if (root !== null) {
      const workspace = await workspaceAt(root);
      const below = workspace.files.filter((file) => isAtOrBelow(file.path, path) || belongsToAgent(file, path));
      for (const file of below) files.push(file);
      if (isAtOrBelow(root, path)) diagnostics.push(...workspace.diagnostics);
      if (isAtOrBelow(root, path) && workspace.files.length === 0)
        complain("this workspace has no files under configs/");
      if (below.length > 0 || isAtOrBelow(root, path)) continue;
    }
    if (kind === "directory")
      complain(
        root === null
          ? "no workspace here or above: expected a folder configs/ with cases/, suites/, run_profiles/ or evaluation_profiles/; `assay init` creates one"
          : "holds no configuration that a workspace reads",
      );
    else files.push(validateSingleFile(path, root, cwd));
  }
  return {
    checked: count(files),
    diagnostics: sortedOnce([...diagnostics, ...files.flatMap((file) => file.diagnostics)]),
  };
}

type LookedAt = Omit<CheckedFile, "kind"> & { kind: string };

/** Checks a file outside of the conventional folders; its content tells its kind. */
function validateSingleFile(path: string, workspaceRoot: string | null, cwd: string): LookedAt {
  const root = workspaceRoot ?? (isAtOrBelow(path, cwd) ? cwd : dirname(path));
  const parsed = parseFile(path, root);
  if (!parsed.ok) return { kind: "file", path, diagnostics: parsed.diagnostics };
  const { value } = parsed.source;
  const kind = isRecord(value)
    ? FILE_KINDS.find((candidate) => candidate.recognises(value as Record<string, unknown>))
    : undefined;
  if (kind === undefined) {
    const message = `cannot tell what kind of file this is; expected one of ${FILE_KINDS.map((candidate) => candidate.kind).join(", ")}, told by its id (case_id, suite_id …)`;
    return { kind: "file", path, diagnostics: [{ severity: "error", file: displayPath(path, root), message }] };
  }
  if (kind.kind === "tool") return { kind: "tool", path, diagnostics: readToolFile(path, root).diagnostics };
  if (kind.kind === "test-case") return checkedCases(loadCaseOrRows(path, root))[0]!;
  const loaded =
    kind.kind === "evaluation-profile" ? readEvaluationProfile(path, root) : loadSource(path, kind.schema, root);
  return { kind: kind.kind.replaceAll("-", " "), path, diagnostics: loaded.diagnostics };
}

function isAtOrBelow(path: string, folder: string): boolean {
  const way = relative(folder, path);
  return way === "" || (way !== ".." && !way.startsWith(`..${sep}`));
}

/** Treats the path of an agent.yaml as the agent, which is a folder. */
function belongsToAgent(file: CheckedFile, path: string): boolean {
  return file.kind === "agent" && /^agent\.ya?ml$/.test(basename(path)) && join(file.path, basename(path)) === path;
}

function count(files: readonly LookedAt[]): Record<string, number> {
  const seen = new Set<string>();
  const counts: Record<string, number> = {};
  for (const { kind, path, rows } of files) {
    if (seen.has(path)) continue;
    seen.add(path);
    counts[kind] = (counts[kind] ?? 0) + 1;
    if (rows !== undefined) counts["dataset row"] = (counts["dataset row"] ?? 0) + rows;
  }
  return counts;
}

function sortedOnce(diagnostics: readonly Diagnostic[]): Diagnostic[] {
  const unique = new Map(diagnostics.map((diagnostic) => [JSON.stringify(diagnostic), diagnostic]));
  return [...unique.values()].sort(
    (a, b) =>
      compare(a.file, b.file) ||
      (a.line ?? 0) - (b.line ?? 0) ||
      (a.column ?? 0) - (b.column ?? 0) ||
      compare(a.message, b.message),
  );
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
