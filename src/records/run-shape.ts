import { STORED_USAGE } from "./call-shape.ts";
import {
  ANY_NUMBER,
  either,
  FLAG,
  fields,
  HASH,
  list,
  MAPPING,
  ORDINAL,
  oneOf,
  onlyValue,
  orNull,
  type Shape,
  TEXT,
  WHOLE_NUMBER,
} from "./shape-builders.ts";
import { RUN_STATUSES, RUNNER_TYPES } from "./vocabulary.ts";

const MESSAGE = fields({ role: TEXT, content: TEXT }, { name: TEXT, parts: list(MAPPING) });

export const RUN_IDENTITY = fields(
  { run_id: HASH, suite_id: TEXT, run_profile_id: TEXT, model_id: TEXT, case_id: TEXT, repetition: ORDINAL },
  { variant: fields({ model_id: TEXT, variant_id: TEXT, messages: list(WHOLE_NUMBER) }) },
);

/** Relative paths inside the trial's own folder: a path that leads out of it must never be opened. */
const INNER_PATH: Shape = { type: "string", minLength: 1, not: { pattern: "^/|\\\\|(^|/)\\.{1,2}(/|$)" } };

const TRACE_EVENT = either(
  fields({ kind: onlyValue("message"), role: TEXT, content: TEXT }),
  fields({ kind: onlyValue("tool_call"), tool_name: TEXT, tool_call_id: TEXT, arguments: TEXT }),
  fields({ kind: onlyValue("tool_result"), tool_name: TEXT, status: oneOf("success", "error"), content: TEXT }),
  fields({ kind: onlyValue("final_output"), content: TEXT, forced: FLAG }),
  fields({ kind: onlyValue("account_differs"), about: TEXT, message: TEXT }),
  fields({ kind: onlyValue("network_refused"), host: TEXT, port: ANY_NUMBER, times: ANY_NUMBER, reason: TEXT }),
  fields({ kind: onlyValue("runner_event"), event: TEXT, message: TEXT }),
);

const ARTIFACT = fields(
  {
    identity: RUN_IDENTITY,
    runner: oneOf(...RUNNER_TYPES),
    status: oneOf(...RUN_STATUSES),
    final_output: orNull(TEXT),
    final_output_forced: FLAG,
    failure: orNull(fields({ stage: TEXT, message: TEXT })),
    request: fields({
      gateway: TEXT,
      model: TEXT,
      offline: FLAG,
      execution_parameters: MAPPING,
      messages: list(MESSAGE),
      turns: list(MESSAGE),
      tools: list(fields({ function: fields({ name: TEXT }) })),
      metadata: MAPPING,
    }),
    provider: list(fields({ name: orNull(TEXT), model: orNull(TEXT) })),
    timing: fields({ started_at: TEXT, finished_at: TEXT, duration_ms: ANY_NUMBER, latency_ms: ANY_NUMBER }),
    usage: orNull(STORED_USAGE),
    trace: list(TRACE_EVENT),
    artifacts: list(fields({ artifact_type: TEXT, path: INNER_PATH, bytes: WHOLE_NUMBER, sha256: HASH })),
    runner_metadata: MAPPING,
  },
  {
    workspace: fields({ files: list(fields({ path: TEXT, bytes: WHOLE_NUMBER })), file_count: WHOLE_NUMBER }),
    simulated_user: fields({ model: TEXT, usage: orNull(STORED_USAGE) }),
  },
);

export const RUN_SHAPE = fields({
  schema_version: onlyValue(2),
  artifact: ARTIFACT,
  fingerprint: TEXT,
  files: orNull({ type: "string", pattern: "^artifacts/[0-9a-f]{2}/[0-9a-f]{64}$" }),
});
