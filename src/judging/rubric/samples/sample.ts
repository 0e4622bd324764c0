import type { RubricDimension, SampleRubric } from "../../../config/index.ts";
import { isRecord } from "../../../text/index.ts";

/** The labels of every sample, by which the tables group. */
export const META_FIELDS = ["run_id", "model", "prompt_variant", "eval_set_variant", "question_id"] as const;

export type MetaValue = string | number | boolean | null;
export type SampleMeta = Record<(typeof META_FIELDS)[number], MetaValue> & Record<string, MetaValue>;

/** One answer of one model to one question, judged on its own. */
export interface Sample {
  meta: SampleMeta;
  question: string;
  model_output: string;
  /** Its own rubric, if it has one. */
  rubric?: SampleRubric;
}

/** The part of a rubric that the judge scores by. */
export type RubricDimensions = { dimensions: RubricDimension[] };

export type SampleReading = { ok: true; sample: Sample } | { ok: false; reason: string };

/** Turns a rubric inside a sample into a usable one, or gives its problem. */
export type ReadRubric = (value: unknown) => { ok: true; rubric: SampleRubric } | { ok: false; reason: string };

const SAMPLE_FIELDS = ["meta", "question", "model_output", "rubric"];

/** Checks one parsed object against the shape of a sample. Unknown parts are a problem, never ignored. */
export function readSample(value: unknown, readRubric: ReadRubric): SampleReading {
  if (!isRecord(value))
    return refuse(`expected an object with meta, question and model_output, found ${kindOfValue(value)}`);
  const unknown = Object.keys(value).filter((key) => !SAMPLE_FIELDS.includes(key));
  if (unknown.length > 0) {
    return refuse(
      `unknown field ${unknown.map((key) => `"${key}"`).join(", ")}: a sample has ${SAMPLE_FIELDS.join(", ")}; other labels belong in meta, or name the fields with --mapping`,
    );
  }
  const meta = readMeta(value.meta);
  if (typeof meta === "string") return refuse(meta);
  for (const field of ["question", "model_output"] as const) {
    if (typeof value[field] !== "string")
      return refuse(`${field}: expected a text, found ${kindOfValue(value[field])}`);
  }
  const { question, model_output } = value as { question: string; model_output: string };
  if (question.trim() === "") return refuse("question: must not be empty");
  if (value.rubric === undefined) return { ok: true, sample: { meta, question, model_output } };
  const rubric = readRubric(value.rubric);
  if (!rubric.ok) return refuse(`rubric: ${rubric.reason}`);
  return { ok: true, sample: { meta, question, model_output, rubric: rubric.rubric } };
}

function readMeta(value: unknown): SampleMeta | string {
  if (!isRecord(value)) return `meta: expected an object with ${META_FIELDS.join(", ")}, found ${kindOfValue(value)}`;
  const missing = META_FIELDS.filter((field) => !Object.hasOwn(value, field));
  if (missing.length > 0) return `meta: ${missing.join(", ")} missing`;
  for (const [field, entry] of Object.entries(value)) {
    if (entry !== null && typeof entry === "object")
      return `meta.${field}: expected a text or number, found ${kindOfValue(entry)}`;
    if (Number.isInteger(entry) && !Number.isSafeInteger(entry))
      return `meta.${field}: a number this long loses digits when it is read; write it as a text, in quotes`;
  }
  return value as SampleMeta;
}

export function kindOfValue(value: unknown): string {
  if (value === undefined) return "nothing";
  if (value === null) return "null";
  if (Array.isArray(value)) return "a list";
  if (typeof value === "object") return "an object";
  return typeof value === "string" ? "a text" : `a ${typeof value}`;
}

function refuse(reason: string): SampleReading {
  return { ok: false, reason };
}
