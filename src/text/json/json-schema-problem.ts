import type { ErrorObject } from "ajv";
import { isRecord } from "./is-record.ts";
import { stepsOf } from "./json-pointer.ts";
import { PatternInSchemaError } from "./json-schema-engine.ts";

/** A problem in a schema itself, and its location. */
export interface JsonSchemaProblem {
  path: (string | number)[];
  message: string;
  suggestion?: string;
  /** An unknown keyword, for a "did you mean". */
  keyword?: string;
}

/** Turns an engine error into a location and a sentence. The engine gives no location for a keyword or pattern, so this searches for it. */
export function explainSchemaError(
  schema: Record<string, unknown>,
  error: ErrorObject | Error | null,
): JsonSchemaProblem {
  if (error === null) return { path: [], message: "is not a JSON Schema" };
  if (!(error instanceof Error)) {
    const { allowedValues } = error.params as { allowedValues?: string[] };
    const values = allowedValues ? `: ${allowedValues.join(", ")}` : "";
    return {
      path: inSchema(schema, error.instancePath),
      message: `${error.message ?? "is not a JSON Schema"}${values}`,
    };
  }
  if (error instanceof PatternInSchemaError) {
    const { pattern, message, suggestion } = error;
    const path = find(schema, (key, value) => (key === "pattern" && value === pattern) || key === pattern);
    return { path: path ?? [], message, ...(suggestion === undefined ? {} : { suggestion }) };
  }
  const [, keyword] = /unknown keyword: "(.*)"/.exec(error.message) ?? [];
  if (keyword !== undefined)
    return {
      path: find(schema, (key) => key === keyword) ?? [],
      message: "is not a JSON Schema keyword, so it would check nothing",
      keyword,
    };
  const [, format, at] = /unknown format "(.*)" ignored in schema at path "(.*)"/.exec(error.message) ?? [];
  if (format !== undefined) {
    const path = [...inSchema(schema, at!.replace(/^#/, "")), "format"];
    return { path, message: `"${format}" is not a known format, so it would check nothing` };
  }
  const [, reference] = /can't resolve reference (\S+)/.exec(error.message) ?? [];
  if (reference !== undefined)
    return {
      path: find(schema, (key, value) => key === "$ref" && value === reference) ?? [],
      message: `${JSON.stringify(reference)} is not in this schema; other files and addresses are not read`,
    };
  return { path: [], message: `is not a usable JSON Schema: ${error.message}` };
}

function inSchema(schema: unknown, pointer: string): (string | number)[] {
  const path: (string | number)[] = [];
  let here = schema;
  for (const step of stepsOf(pointer)) {
    path.push(Array.isArray(here) ? Number(step) : step);
    here = Array.isArray(here) ? here[Number(step)] : isRecord(here) ? here[step] : undefined;
  }
  return path;
}

type Wanted = (key: string, value: unknown) => boolean;

/** The path of the first match, searching from the top. */
function find(value: unknown, wanted: Wanted, path: (string | number)[] = []): (string | number)[] | null {
  const entries: [string | number, unknown][] = Array.isArray(value)
    ? [...value.entries()]
    : isRecord(value)
      ? Object.entries(value)
      : [];
  for (const [key, inner] of entries) if (wanted(String(key), inner)) return [...path, key];
  for (const [key, inner] of entries) {
    const found = find(inner, wanted, [...path, key]);
    if (found) return found;
  }
  return null;
}
