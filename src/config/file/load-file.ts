import { dirname, resolve } from "node:path";
import type { z } from "zod";
import { type Diagnostic, hasErrors, type Loaded } from "../diagnostics/diagnostic.ts";
import { parseFile } from "../source/parse.ts";
import type { SourceFile } from "../source/source-file.ts";
import { explainIssues } from "./explain-issue.ts";
import { nearMisses } from "./near-misses.ts";

export interface LoadFileOptions {
  /** What shown paths are relative to; the file's own folder when left out. */
  root?: string;
}

/**
 * Reads any YAML or JSON file and holds it to a schema. All problems come back at once, each with line, column and a
 * code frame; nothing is thrown for what stands in the file.
 *
 * @example const spec = await loadFile("spec.yaml", batchSpec, { root: process.cwd() });
 */
export async function loadFile<Schema extends z.ZodType>(
  path: string,
  schema: Schema,
  options: LoadFileOptions = {},
): Promise<Loaded<z.output<Schema>>> {
  const loaded = loadSource(path, schema, options.root);
  return loaded.value === undefined
    ? { ok: false, diagnostics: loaded.diagnostics }
    : { ok: true, value: loaded.value, diagnostics: loaded.diagnostics };
}

/** A file as far as it could be understood: `source` needs readable YAML, `value` needs the schema to agree. */
export interface LoadedSource<T> {
  source?: SourceFile;
  value?: T;
  diagnostics: Diagnostic[];
}

export function loadSource<Schema extends z.ZodType>(
  path: string,
  schema: Schema,
  root = dirname(resolve(path)),
): LoadedSource<z.output<Schema>> {
  const parsed = parseFile(resolve(path), root);
  if (!parsed.ok) return { diagnostics: parsed.diagnostics, ...(parsed.source ? { source: parsed.source } : {}) };
  const { source } = parsed;
  const result = schema.safeParse(source.value);
  const diagnostics = [
    ...(result.success ? [] : explainIssues(source, schema, result.error.issues)),
    ...nearMisses(source, schema),
  ];
  return result.success && !hasErrors(diagnostics)
    ? { source, value: result.data, diagnostics }
    : { source, diagnostics };
}
