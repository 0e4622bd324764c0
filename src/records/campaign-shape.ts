import { AGGREGATION_SHAPE } from "./evaluation-shape.ts";
import { FLAG, fields, HASH, list, MAPPING, mapOf, ORDINAL, oneOf, onlyValue, orNull, TEXT } from "./shape-builders.ts";
import { RUNNER_TYPES } from "./vocabulary.ts";

const JUDGE = { judge_run_id: TEXT, judge_id: TEXT, model: TEXT, endpoint: TEXT, offline: FLAG };

export const CAMPAIGN_SHAPE = fields(
  {
    schema_version: onlyValue(2),
    suite_id: TEXT,
    suite_title: TEXT,
    run_profile_id: TEXT,
    evaluation_profile_id: TEXT,
    models: list(fields({ model_id: TEXT, label: TEXT, model: TEXT, offline: FLAG })),
    judge_runs: list(fields(JUDGE)),
    judge_system_prompt_sha256: HASH,
  },
  { listing_sha256: HASH },
);

/** The hash prefix stored in a plan. */
const BEGINNING_SHAPE = { type: "string", pattern: "^[0-9a-f]{16}$" };

const JUDGING = fields({
  assay_version: TEXT,
  judges: list(fields({ ...JUDGE, options: MAPPING, repetitions: ORDINAL, sample_size: orNull(ORDINAL) })),
  aggregation: AGGREGATION_SHAPE,
  anchors: list(fields({ label: TEXT, text: TEXT })),
  max_characters: ORDINAL,
  redact_secrets: FLAG,
  called: mapOf(fields({ names: list(TEXT), variants: list(TEXT) })),
});

/** The JSON of a `CampaignListing`, as stored in the text that a campaign record names. */
export const LISTING_SHAPE = fields(
  {
    cases: list(fields({ case_id: TEXT, title: TEXT, runner: oneOf(...RUNNER_TYPES), tags: list(TEXT) })),
    sample_sizes: mapOf(ORDINAL),
  },
  {
    judging: JUDGING,
    plan: mapOf(mapOf(mapOf(BEGINNING_SHAPE))),
    expected: mapOf(BEGINNING_SHAPE),
    checks: mapOf(BEGINNING_SHAPE),
  },
);
