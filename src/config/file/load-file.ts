import { dirname, isAbsolute, resolve } from "node:path";
import type { z } from "zod";
import { type Diagnostic, hasErrors, type Loaded } from "../diagnostics/diagnostic.ts";
import { type ParsedForms, readFileOf } from "../parsed-forms/parsed-forms.ts";
import { survivesJson } from "../parsed-forms/survives-json.ts";
import { KnownSource } from "../source/known-source.ts";
import { parseSource, readSource } from "../source/parse.ts";
import type { SourceFile } from "../source/source-file.ts";
import { warnOfAlternativeSpellings } from "./alternative-spellings.ts";
import { explainIssues } from "./explain-issue.ts";
import { findNearMisses } from "./near-misses.ts";

export interface LoadFileOptions {
  /** Base of shown paths; defaults to the file's own folder. */
  root?: string;
}

/**
 * Reads a YAML or JSON file and checks it against a schema. Returns all errors at once, each with line, column and code frame; never throws
 * because of the content.
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

/** A file as far as it is valid: `source` requires readable YAML, and `value` a match of the schema. */
export interface LoadedSource<T> {
  source?: SourceFile;
  value?: T;
  diagnostics: Diagnostic[];
}

export function loadSource<Schema extends z.ZodType>(
  path: string,
  schema: Schema,
  root = dirname(resolve(path)),
  forms?: ParsedForms<z.output<Schema>>,
  isTemplate: (value: unknown) => boolean = () => false,
): LoadedSource<z.output<Schema>> {
  const absolute = isAbsolute(path) ? path : resolve(path);
  const known = (value: z.output<Schema>) => ({ source: new KnownSource(absolute, root), value, diagnostics: [] });
  const unchanged = forms?.findUnchanged(absolute);
  if (unchanged !== undefined) return known(unchanged);
  const read = readSource(absolute, root);
  if (!read.ok) return { diagnostics: read.diagnostics };
  const file = forms && readFileOf(read);
  const remembered = file && forms?.find(file);
  if (remembered !== undefined) return known(remembered);
  const parsed = parseSource(read);
  if (!parsed.ok) return { diagnostics: parsed.diagnostics, ...(parsed.source ? { source: parsed.source } : {}) };
  const { source } = parsed;
  // Templates are checked against the schema after filling in their placeholders.
  if (isTemplate(source.value)) return { source, diagnostics: warnOfAlternativeSpellings(source) };
  const result = schema.safeParse(source.value);
  const diagnostics = [
    ...(result.success ? [] : explainIssues(source, schema, result.error.issues)),
    ...findNearMisses(source, schema),
    ...warnOfAlternativeSpellings(source),
  ];
  if (!result.success || hasErrors(diagnostics)) return { source, diagnostics };
  // Files with warnings are read again each time, to report them with their positions.
  if (diagnostics.length > 0) return { source, value: result.data, diagnostics };
  const value = ownCopy(result.data);
  if (file !== undefined) forms?.keep(file, value);
  // Few files are pointed into later, so the texts of a hundred thousand cases are not held for that.
  return known(value);
}

/** Copies a value whose strings are slices of the file's text, and would keep all of it in memory. */
function ownCopy<Value>(value: Value): Value {
  return survivesJson(value) ? JSON.parse(JSON.stringify(value)) : value;
}
