import {
  ANYTHING,
  fields,
  list,
  oneOf,
  onlyValue,
  orNull,
  RUN_STATUSES,
  TEXT,
  WHOLE_NUMBER,
} from "../../../records/index.ts";

const WEIGHTED = list(fields({ text: TEXT, weight: { type: "number" } }));

/** The minimal shape of a packet for reading answers about it, as a JSON Schema. */
export const PACKET_SHAPE = fields({
  schema_version: onlyValue(2),
  evaluation_target: fields(
    {
      task_messages: list(fields({ role: TEXT, content: TEXT })),
      expectations: fields({ hard: WEIGHTED, soft: WEIGHTED }),
      dimensions: list(TEXT),
    },
    {
      anchors: list(fields({ label: TEXT, text: TEXT })),
      given_files: list(fields({ path: TEXT, bytes: WHOLE_NUMBER })),
    },
  ),
  subject_response: fields({
    status: oneOf(...RUN_STATUSES),
    final_output: orNull(TEXT),
    assistant_messages: list(TEXT),
    tool_activity_summary: fields({
      tool_call_count: WHOLE_NUMBER,
      failed_tool_call_count: WHOLE_NUMBER,
      tools_offered: list(TEXT),
      tools_used: list(TEXT),
    }),
  }),
  execution_evidence: fields({
    deterministic_summary: ANYTHING,
    check_results: list(fields({ check_id: TEXT, kind: TEXT, outcome: TEXT }, { message: TEXT })),
    key_trace_events: list(
      fields({ kind: TEXT }, { arguments: TEXT, content: TEXT, message: TEXT, tool_name: TEXT, see: TEXT }),
    ),
    artifacts: list(
      fields(
        { artifact_type: TEXT, basename: TEXT, bytes: WHOLE_NUMBER },
        { path: TEXT, excerpt: TEXT, note: TEXT, see: TEXT },
      ),
    ),
    material_failures: list(fields({ stage: TEXT, message: TEXT })),
  }),
  shortened: list(fields({ where: TEXT, characters_left_out: WHOLE_NUMBER })),
});
