import { CONTENT_PART, TOOL_DEFINITION, USAGE } from "./chat-shape.ts";
import type { OutputArtifact, RecordedMessage, RecordedWorkspace, RunArtifact, TraceEvent } from "./run.ts";
import {
  ANYTHING,
  closedObject,
  DURATION_MS,
  FLAG,
  HASH,
  list,
  MAPPING,
  MOMENT,
  NAME,
  oneOf,
  oneOfKinds,
  optional,
  orNull,
  type Shape,
  TEXT,
  WHOLE_NUMBER,
} from "./shape-builders.ts";
import type { RecordedUser } from "./simulated-user.ts";
import { RUN_STATUSES, RUNNER_TYPES } from "./vocabulary.ts";

type Part<Key extends keyof RunArtifact> = NonNullable<RunArtifact[Key]>;

const MESSAGES = list(
  closedObject<RecordedMessage>({
    role: NAME,
    content: TEXT,
    parts: optional(list(CONTENT_PART)),
    name: optional(NAME),
  }),
);

const PROVIDER = list(
  closedObject<RunArtifact["provider"][number]>({
    name: orNull(TEXT),
    model: orNull(TEXT),
    finish_reason: orNull(TEXT),
  }),
);

const REQUEST = closedObject<Part<"request">>({
  gateway: NAME,
  model: NAME,
  offline: FLAG,
  execution_parameters: MAPPING,
  messages: MESSAGES,
  turns: MESSAGES,
  tools: list(TOOL_DEFINITION),
  metadata: MAPPING,
});

const SIMULATED_USER = closedObject<RecordedUser>({
  gateway: NAME,
  model: NAME,
  offline: FLAG,
  persona: TEXT,
  goal: TEXT,
  stop_when: optional(TEXT),
  system_sha256: HASH,
  execution_parameters: MAPPING,
  ended: oneOf("done", "max_turns", "subject_ended", "failed"),
  turns: WHOLE_NUMBER,
  provider: PROVIDER,
  usage: orNull(USAGE),
  raw_answers: list(ANYTHING),
});

const WORKSPACE = closedObject<RecordedWorkspace>({
  sha256: orNull(HASH),
  files: list(closedObject<RecordedWorkspace["files"][number]>({ path: NAME, bytes: WHOLE_NUMBER })),
  file_count: WHOLE_NUMBER,
  bytes: WHOLE_NUMBER,
  setup: optional(list({ type: ["string", "array"], items: TEXT })),
  changed: list(NAME),
  missing: list(NAME),
});

/** A moment may precede the beginning, because clocks are occasionally set back, but not by years. */
const AT_MS: Shape = { type: "number", minimum: -1e12, maximum: 1e12 };
const PORT: Shape = { type: "integer", minimum: 0, maximum: 65_535 };

type EventOf<Kind extends TraceEvent["kind"]> = Extract<TraceEvent, { kind: Kind }>;
const HEAD = { turn: WHOLE_NUMBER, at_ms: AT_MS, kind: TEXT };
const CALL = { tool_name: TEXT, tool_call_id: TEXT };

const TRACE_EVENT = oneOfKinds("kind", {
  message: closedObject<EventOf<"message">>({
    ...HEAD,
    role: oneOf("user", "assistant", "system"),
    content: TEXT,
    by: optional(oneOf("simulated_user")),
  }),
  tool_call: closedObject<EventOf<"tool_call">>({ ...HEAD, ...CALL, arguments: TEXT }),
  tool_result: closedObject<EventOf<"tool_result">>({
    ...HEAD,
    ...CALL,
    status: oneOf("success", "error"),
    content: TEXT,
  }),
  final_output: closedObject<EventOf<"final_output">>({ ...HEAD, content: TEXT, forced: FLAG }),
  account_differs: closedObject<EventOf<"account_differs">>({ ...HEAD, about: TEXT, message: TEXT }),
  network_refused: closedObject<EventOf<"network_refused">>({
    ...HEAD,
    host: TEXT,
    port: PORT,
    times: WHOLE_NUMBER,
    reason: TEXT,
  }),
  runner_event: closedObject<EventOf<"runner_event">>({
    ...HEAD,
    event: TEXT,
    message: TEXT,
    details: optional(MAPPING),
  }),
});

const OUTPUT_ARTIFACT = closedObject<OutputArtifact>({
  artifact_type: NAME,
  path: NAME,
  bytes: WHOLE_NUMBER,
  // Empty where a runner only names a file to be read later.
  sha256: { type: "string", pattern: "^(?:[0-9a-f]{64})?$" },
});

/** The stored record of a trial, as sent by another machine. */
export const RUN_ARTIFACT: Shape = closedObject<RunArtifact>({
  schema_version: oneOf(1),
  identity: closedObject<RunArtifact["identity"]>({
    run_id: NAME,
    suite_id: NAME,
    run_profile_id: NAME,
    model_id: NAME,
    case_id: NAME,
    repetition: WHOLE_NUMBER,
    variant: optional(MAPPING),
  }),
  runner: oneOf(...RUNNER_TYPES),
  status: oneOf(...RUN_STATUSES),
  final_output: orNull(TEXT),
  final_output_forced: FLAG,
  failure: orNull(
    closedObject<Part<"failure">>({
      stage: oneOf("configuration", "provider", "execution", "tool", "timeout", "simulated_user"),
      message: TEXT,
      unrecoverable: optional(FLAG),
    }),
  ),
  request: REQUEST,
  provider: PROVIDER,
  timing: closedObject<Part<"timing">>({
    started_at: MOMENT,
    finished_at: MOMENT,
    duration_ms: DURATION_MS,
    latency_ms: DURATION_MS,
  }),
  usage: orNull(USAGE),
  simulated_user: optional(SIMULATED_USER),
  workspace: optional(WORKSPACE),
  trace: list(TRACE_EVENT),
  artifacts: list(OUTPUT_ARTIFACT),
  runner_metadata: MAPPING,
});
