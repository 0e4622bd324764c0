import { isRecord } from "../../text/index.ts";
import type { Diagnostic } from "../diagnostics/diagnostic.ts";
import { findReferencedFile } from "../finding/referenced-file.ts";
import { problemOfJsonSchema } from "../schema/checks/check-fields.ts";
import type { DeterministicCheck } from "../schema/checks/deterministic-check.ts";
import { parseFile } from "../source/parse.ts";
import { complainAbout, type SourceFile } from "../source/source-file.ts";

const FIELDS = ["schema_path", "arguments_schema_path"] as const;

/** Reads and compiles the JSON Schema files of checks. Errors point into those files. */
export function resolveCheckSchemas(
  checks: readonly DeterministicCheck[],
  source: SourceFile,
  root: string,
): { schemas: Record<string, Record<string, unknown>>; diagnostics: Diagnostic[] } {
  const schemas: Record<string, Record<string, unknown>> = {};
  const diagnostics: Diagnostic[] = [];
  for (const [index, { declarative }] of checks.entries())
    for (const field of FIELDS) {
      const written = (declarative as Partial<Record<(typeof FIELDS)[number], string>> | undefined)?.[field];
      if (written === undefined || Object.hasOwn(schemas, written)) continue;
      const read = readSchema(written, ["deterministic_checks", index, "declarative", field], source, root);
      if ("diagnostics" in read) diagnostics.push(...read.diagnostics);
      else schemas[written] = read.schema;
    }
  return { schemas, diagnostics };
}

type SchemaRead = { schema: Record<string, unknown> } | { diagnostics: Diagnostic[] };

function readSchema(written: string, path: (string | number)[], source: SourceFile, root: string): SchemaRead {
  const found = findReferencedFile(written, { beside: source.path, root, what: "the schema" });
  if (!found.ok) return { diagnostics: [complainAbout(source, { path, ...found })] };
  const parsed = parseFile(found.path, root);
  if (!parsed.ok) return { diagnostics: parsed.diagnostics };
  const schema = parsed.source.value;
  if (!isRecord(schema)) {
    const message = "expected a JSON Schema, which is a mapping";
    return { diagnostics: [complainAbout(parsed.source, { path: [], message })] };
  }
  const problem = problemOfJsonSchema(schema);
  if (problem === undefined) return { schema };
  const { path: inside, message, params } = problem;
  return { diagnostics: [complainAbout(parsed.source, { path: inside, message, ...params })] };
}
