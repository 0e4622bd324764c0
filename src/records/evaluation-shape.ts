import {
  ANY_NUMBER,
  ANYTHING,
  FLAG,
  fields,
  HASH,
  list,
  ORDINAL,
  oneOf,
  onlyValue,
  orNull,
  type Shape,
  TEXT,
  WHOLE_NUMBER,
} from "./shape-builders.ts";
import { AGGREGATION_METHODS, RUN_STATUSES } from "./vocabulary.ts";

export const AGGREGATION_SHAPE = fields({
  method: oneOf(...AGGREGATION_METHODS),
  pass_threshold: orNull({ type: "number", minimum: 0, maximum: 10 }),
});

const CHECK = fields({
  check_id: TEXT,
  kind: TEXT,
  dimensions: list(TEXT),
  required: FLAG,
  outcome: oneOf("passed", "failed", "error"),
  message: TEXT,
});

const ITERATION = fields({
  repetition: ORDINAL,
  status: oneOf("verdict", "invalid", "unanswered", "not_asked"),
  aggregated: FLAG,
  score: orNull(ANY_NUMBER),
  call_id: HASH,
  problem: orNull(TEXT),
});

const JUDGE_RUN = fields({
  judge_run_id: TEXT,
  judge_id: TEXT,
  score: orNull(ANY_NUMBER),
  passed: orNull(FLAG),
  iterations: list(ITERATION),
});

const RESULT: Shape = fields({
  model_id: TEXT,
  case_id: TEXT,
  repetition: ORDINAL,
  state: oneOf("scored", "checked", "unscored", "not_judged", "not_run"),
  run_status: orNull(oneOf(...RUN_STATUSES)),
  run_id: orNull(HASH),
  score: orNull(ANY_NUMBER),
  passed: orNull(FLAG),
  dimensions: ANYTHING,
  judge_runs: list(JUDGE_RUN),
  checks: fields({
    passed: WHOLE_NUMBER,
    failed: WHOLE_NUMBER,
    error: WHOLE_NUMBER,
    total: WHOLE_NUMBER,
    outcomes: list(ANYTHING),
    not_passed: list(ANYTHING),
  }),
  warnings: list(TEXT),
});

export const EVALUATION_SHAPE = fields({
  schema_version: onlyValue(2),
  prompt: fields({ user_sha256: HASH, system_sha256: HASH }),
  checks: list(CHECK),
  checks_settled: FLAG,
  evaluation_profile_id: TEXT,
  aggregation: AGGREGATION_SHAPE,
  judges: list(fields({ judge_run_id: TEXT, judge_id: TEXT, model: TEXT, offline: FLAG })),
  result: RESULT,
  evidence_places: list(list(ANYTHING)),
});
