import { compileJsonSchema, type JsonSchemaCheck } from "../text/index.ts";
import { CALL_SHAPE } from "./call-shape.ts";
import { CAMPAIGN_SHAPE, LISTING_SHAPE } from "./campaign-shape.ts";
import { EVALUATION_SHAPE } from "./evaluation-shape.ts";
import { RUN_IDENTITY, RUN_SHAPE } from "./run-shape.ts";
import { fields, type Shape, TEXT } from "./shape-builders.ts";

/** Minimal shapes that make records readable, as plain JSON Schemas. A hash proves that a record is intact, not that it makes sense. */
export const RECORD_SHAPES = {
  run: RUN_SHAPE,
  adoption: fields({ identity: RUN_IDENTITY }),
  call: CALL_SHAPE,
  text: TEXT,
  evaluation: EVALUATION_SHAPE,
  campaign: CAMPAIGN_SHAPE,
  listing: LISTING_SHAPE,
} satisfies Record<string, Shape>;

/** The first problem in a record's shape, with its location; null when it is readable. */
export function problemOfRecord(kind: keyof typeof RECORD_SHAPES, value: unknown): string | null {
  return problemOfShape(RECORD_SHAPES[kind], value);
}

/** Like `problemOfRecord`, for any shape. */
export function problemOfShape(shape: Shape, value: unknown): string | null {
  const problem = checkOfShape(shape).problemOf(value);
  if (problem === null) return null;
  return problem === "undecided" ? "it takes too long to read" : `${problem.at || "the record"} ${problem.message}`;
}

/** Compiles a shape once. */
export function checkOfShape(shape: Shape): JsonSchemaCheck {
  const known = checks.get(shape);
  if (known) return known;
  const compiled = compileJsonSchema(shape);
  if (!compiled.ok) throw new Error(`a shape is no JSON Schema: ${compiled.problem.message}`);
  checks.set(shape, compiled.schema);
  return compiled.schema;
}

/** Keyed by object, because finding a compiled schema by its text takes longer than most checks. */
const checks = new WeakMap<Shape, JsonSchemaCheck>();
