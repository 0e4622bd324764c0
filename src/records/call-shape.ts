import {
  ANY_NUMBER,
  ANYTHING,
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
  TEXT,
} from "./shape-builders.ts";

export const STORED_USAGE = fields({
  prompt_tokens: ANY_NUMBER,
  completion_tokens: ANY_NUMBER,
  total_tokens: ANY_NUMBER,
  cached_tokens: ANY_NUMBER,
  reasoning_tokens: ANY_NUMBER,
  cost_usd: orNull(ANY_NUMBER),
});

const VIOLATION = fields({ rule: TEXT, path: TEXT, message: TEXT });

const OUTCOME = either(
  fields({
    status: onlyValue("answered"),
    message: fields({ content: orNull(TEXT), tool_calls: list(ANYTHING) }),
    usage: orNull(STORED_USAGE),
  }),
  fields({ status: oneOf("timed_out", "provider_error", "interrupted"), message: TEXT }),
);

export const CALL_SHAPE = fields({
  schema_version: onlyValue(1),
  call_id: HASH,
  endpoint: TEXT,
  offline: FLAG,
  model: TEXT,
  options: MAPPING,
  repetition: ORDINAL,
  prompt: fields({ system_sha256: HASH, user_sha256: HASH }),
  attempts: list(fields({ follow_up: list(ANYTHING), outcome: OUTCOME, violations: list(VIOLATION) })),
  result: either(
    fields({ status: onlyValue("verdict") }),
    fields({ status: onlyValue("invalid"), violations: list(VIOLATION) }),
    fields({ status: onlyValue("unanswered"), message: TEXT, permanent: FLAG }),
    fields({
      status: onlyValue("not_asked"),
      message: TEXT,
      because: oneOf("reading", "interrupted", "cost_limit", "unreachable"),
    }),
  ),
  usage: orNull(STORED_USAGE),
});
