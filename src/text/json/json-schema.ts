import type { ErrorObject, ValidateFunction } from "ajv";
import { runWithTimeLimit } from "../patterns/time-limit.ts";
import { type Ajv, ajvFor } from "./json-schema-engine.ts";
import { explainSchemaError, type JsonSchemaProblem } from "./json-schema-problem.ts";

export interface JsonSchemaCheck {
  /** The first problem of a value; null when it is valid, `undecided` when checking took too long. */
  problemOf(value: unknown): { at: string; message: string; key?: string } | "undecided" | null;
}

type CompiledJsonSchema = { ok: true; schema: JsonSchemaCheck } | { ok: false; problem: JsonSchemaProblem };

/**
 * Compiles a JSON Schema: draft 2020-12, or the draft that its `$schema` names (2019-09, 07). Unknown keywords and formats are
 * problems, because they would check nothing. Patterns run in linear time.
 *
 * @example compileJsonSchema({ type: "object", required: ["total"] }) // { ok: true, … }
 */
export function compileJsonSchema(schema: Record<string, unknown>): CompiledJsonSchema {
  const key = JSON.stringify(schema);
  const known = compiled.get(key);
  if (known) return known;
  const result = compile(schema);
  if (compiled.size >= MOST_REMEMBERED) compiled.clear();
  compiled.set(key, result);
  return result;
}

const MOST_REMEMBERED = 1000;
const compiled = new Map<string, CompiledJsonSchema>();

/** A schema that refers to itself from two branches can take time exponential in the nesting of an answer crafted for it. */
const LONGEST_MILLISECONDS = 3000;

function compile(schema: Record<string, unknown>): CompiledJsonSchema {
  const ajv = ajvFor(schema);
  if (ajv === null) {
    const message = `expected draft 2020-12, 2019-09 or 07, found ${JSON.stringify(schema.$schema)}`;
    return { ok: false, problem: { path: ["$schema"], message } };
  }
  // An async validator returns a promise, and a promise is truthy.
  if ("$async" in schema) return { ok: false, problem: { path: ["$async"], message: "is not part of JSON Schema" } };
  try {
    if (ajv.validateSchema(schema) !== true)
      return { ok: false, problem: explainSchemaError(schema, ajv.errors?.[0] ?? null) };
    const mayCallItself = /"\$(?:ref|dynamicRef|recursiveRef)"/.test(JSON.stringify(schema));
    return { ok: true, schema: checkOf(ajv.compile(schema), mayCallItself) };
  } catch (error) {
    return { ok: false, problem: explainSchemaError(schema, error as Error) };
  } finally {
    forget(ajv, schema);
  }
}

/**
 * Removes a compiled schema from the library's cache, which would reject another schema with the same `$id`. We keep compiled
 * functions ourselves.
 */
function forget(ajv: Ajv, schema: Record<string, unknown>): void {
  ajv.removeSchema(schema);
}

function checkOf(validate: ValidateFunction, mayCallItself: boolean): JsonSchemaCheck {
  return {
    problemOf(value) {
      const done = mayCallItself
        ? runWithTimeLimit(LONGEST_MILLISECONDS, () => validate(value))
        : { inTime: true as const, result: validate(value) };
      if (!done.inTime) return "undecided";
      if (done.result === true) return null;
      const [first] = validate.errors ?? [];
      return problemIn(first as ErrorObject);
    },
  };
}

function problemIn({ instancePath, message, params }: ErrorObject): { at: string; message: string; key?: string } {
  const { additionalProperty, unevaluatedProperty, propertyName, allowedValue, allowedValues } = params as Record<
    string,
    unknown
  >;
  const key = additionalProperty ?? unevaluatedProperty ?? propertyName;
  const wanted = allowedValues ?? allowedValue;
  const words = (message ?? "does not match the schema").replace("NOT", "not");
  return {
    at: instancePath,
    message: wanted === undefined ? words : `${words}: ${JSON.stringify(wanted)}`,
    ...(typeof key === "string" ? { key } : {}),
  };
}
