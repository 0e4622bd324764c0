import { basename, dirname, join, relative, resolve } from "node:path";
import { hasErrors, validatePaths } from "../../config/index.ts";
import { ConfigError, InputError, OutputPathError } from "../../errors/index.ts";
import { isTaken, writeNewFiles } from "../../files/index.ts";
import {
  collectNotes,
  composeWorkspace,
  type ForeignEvaluation,
  type ImportContext,
  type ImportReport,
  locatedInFile,
  openFileReferences,
  openForeignFile,
} from "../../importing/index.ts";
import { renderImportMarkdown } from "../../report/index.ts";
import { shellWord } from "../../text/presentation/index.ts";
import { completeSurroundings } from "../controls.ts";
import type { ImportOptions } from "./import-options.ts";

type ReadEvaluation = { ok: true; evaluation: ForeignEvaluation } | { ok: false; reason: string };

/** Reads a foreign file, writes it as a workspace, and validates that. */
export async function importFile(
  options: ImportOptions,
  read: (path: string, context: ImportContext, cwd: string) => ReadEvaluation,
): Promise<ImportReport> {
  const { cwd } = completeSurroundings(options);
  const path = resolve(cwd, options.file);
  if (/\.(?:[mc]?[jt]s|py)$/.test(path))
    throw new InputError(
      `${options.file} is code, which is not run here; print the configuration as YAML or JSON and import that`,
      { path: options.file },
    );
  const opened = openForeignFile(path, dirname(path));
  if (!opened.ok) throw new ConfigError(`${options.file} cannot be imported`, opened.diagnostics);
  const context: ImportContext = {
    root: locatedInFile(opened.file),
    files: openFileReferences(dirname(path), { allowOutside: options.allowOutside ?? false }),
    notes: collectNotes(),
    secrets: new Set(),
    environment: new Set(),
    hookFiles: new Map(),
  };
  const imported = read(path, context, cwd);
  const refuse = (reason: string) => {
    const told = context.notes.entries().filter(({ outcome }) => outcome === "not_translated");
    const first = told.slice(0, 5).map(({ what, reason: why, places }) => `${places[0]}  ${what}: ${why}`);
    throw new InputError([`${options.file} cannot be imported: ${reason}`, ...first].join("\n"), {
      path: options.file,
    });
  };
  if (!imported.ok) return refuse(imported.reason);
  const { evaluation } = imported;
  const composed = composeWorkspace(evaluation, context.notes, { allowHooks: options.allowHooks ?? false });
  if (!composed.ok) return refuse(composed.reason);
  const { files, counts, suite_ids } = composed.workspace;
  const into = options.into ?? "assay-import";
  const folder = resolve(cwd, into);
  if (!isTaken(join(folder, ".gitignore"))) files.set(".gitignore", "outputs/\n.env\n");
  const entries = context.notes.entries();
  const report: ImportReport = withoutSecrets(context.secrets, {
    schema_version: 1,
    kind: "import_report",
    made_by: evaluation.made_by,
    from: relative(cwd, path) || basename(path),
    into,
    files: [...files.keys(), REPORT].sort(),
    counts: { ...counts, hooks: countOf(entries, "hook"), not_translated: countOf(entries, "not_translated") },
    entries,
    validation: null,
    environment: [...context.environment].sort(),
    next: nextCommands(
      into,
      evaluation.name,
      suite_ids,
      entries.some(({ outcome }) => outcome === "hook") && !options.allowHooks,
    ),
  });
  for (const [name, text] of files) files.set(name, withoutSecrets(context.secrets, text));
  files.set(REPORT, renderImportMarkdown(report));
  const written = writeNewFiles(folder, files);
  if (!written.ok) throw new OutputPathError(written.message, { path: folder });
  const { diagnostics } = await validatePaths({ cwd: folder, paths: [] });
  const errors = diagnostics.filter(({ severity }) => severity === "error").length;
  return { ...report, validation: { ok: !hasErrors(diagnostics), errors, warnings: diagnostics.length - errors } };
}

const REPORT = "import-report.md";

function countOf(entries: ImportReport["entries"], outcome: string): number {
  return entries.filter((entry) => entry.outcome === outcome).reduce((sum, { count }) => sum + count, 0);
}

/** Shorter values are no keys, and would match ordinary words. */
const SHORTEST_SECRET = 8;

function withoutSecrets<Value>(secrets: ReadonlySet<string>, value: Value): Value {
  let text = JSON.stringify(value);
  for (const secret of secrets)
    if (secret.length >= SHORTEST_SECRET) text = text.replaceAll(JSON.stringify(secret).slice(1, -1), "[removed]");
  return JSON.parse(text);
}

function nextCommands(into: string, name: string, suites: readonly string[], hooksAreOff: boolean): string[] {
  const run = suites.map(
    (suite) => `assay run-eval --suite ${suite} --run-profile ${name} --evaluation-profile ${name}`,
  );
  const hooks = hooksAreOff
    ? [`# hooks are off: read them, then set allow_local_python_hooks in configs/evaluation_profiles/${name}.yaml`]
    : [];
  return [`cd ${shellWord(into)}`, "assay validate", ...hooks, ...run.slice(0, 3)];
}
