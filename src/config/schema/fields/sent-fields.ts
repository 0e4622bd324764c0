import type { z } from "zod";

/** Misplaced fields of a model or judge, with the right place for each. */
export type FieldHomes = Readonly<Record<string, string>>;

const IN_OVERRIDES = "belongs in the run profile, under `model_overrides`; here it would be sent to the provider";
const IN_POLICY = "belongs in the run profile, under `execution_policy`; here it would be sent to the provider";
const AS_RUN_REPETITIONS = "is `run_repetitions` in the run profile, under `execution_policy`";
const AS_SYSTEM_MESSAGE =
  "belongs in the case, as a message with `role: system`, or into a variant of the suite; here it would be sent to the provider";

export const MODEL_HOMES: FieldHomes = {
  timeout_seconds: IN_OVERRIDES,
  retries: IN_OVERRIDES,
  max_turns: IN_OVERRIDES,
  timeout: "is `timeout_seconds` in the run profile, under `model_overrides`",
  max_retries: "is `retries` in the run profile, under `model_overrides`",
  max_concurrency: IN_POLICY,
  run_repetitions: IN_POLICY,
  repetitions: AS_RUN_REPETITIONS,
  system: AS_SYSTEM_MESSAGE,
  system_prompt: AS_SYSTEM_MESSAGE,
};

const IN_JUDGE_RUNS = "belongs in `judge_runs`; here it would be sent to the provider";
const AS_JUDGE_PROMPT = "is `judge_system_prompt` at the top of the evaluation profile, for all judges alike";
const IN_AGGREGATION = "belongs under `aggregation`; here it would be sent to the provider";

export const JUDGE_HOMES: FieldHomes = {
  repetitions: IN_JUDGE_RUNS,
  sample_size: IN_JUDGE_RUNS,
  judge_run_id: IN_JUDGE_RUNS,
  timeout: "is called `timeout_seconds` here",
  max_retries: "is called `retries` here",
  requested_model: "is called `model` here",
  system: AS_JUDGE_PROMPT,
  system_prompt: AS_JUDGE_PROMPT,
  judge_system_prompt: "belongs to the top of the evaluation profile, for all judges alike",
  judge_system_prompt_path: "belongs to the top of the evaluation profile, for all judges alike",
  max_concurrency: "belongs to the top of the evaluation profile; here it would be sent to the provider",
  pass_threshold: IN_AGGREGATION,
  method: IN_AGGREGATION,
};

/**
 * Check of an object's extra fields: a misspelt one is an error among `fields`, written beside known ones, and a warning among `options`,
 * where anything may be sent.
 */
export type SentFields = { as: "fields"; homes: FieldHomes } | { as: "options" };

const registered = new WeakMap<z.ZodType, SentFields>();

/** Marks a schema whose extra fields are sent to a provider. */
export function sendsOtherFields<Schema extends z.ZodType>(schema: Schema, sent: SentFields): Schema {
  registered.set(schema, sent);
  return schema;
}

/** Returns how extra fields are sent; undefined if they are not. */
export function sentFieldsOf(schema: z.ZodType): SentFields | undefined {
  return registered.get(schema);
}
