import {
  ANYTHING,
  either,
  exactly,
  FLAG,
  fields,
  HASH,
  list,
  MAPPING,
  NUMBER,
  ORDINAL,
  oneOf,
  orNull,
  TEXT,
} from "./shape-words.ts";

export const USAGE = fields({
  prompt_tokens: NUMBER,
  completion_tokens: NUMBER,
  total_tokens: NUMBER,
  cached_tokens: NUMBER,
  reasoning_tokens: NUMBER,
  cost_usd: orNull(NUMBER),
});

const VIOLATION = fields({ rule: TEXT, path: TEXT, message: TEXT });

const OUTCOME = either(
  fields({
    status: exactly("answered"),
    message: fields({ content: orNull(TEXT), tool_calls: list(ANYTHING) }),
    usage: orNull(USAGE),
  }),
  fields({ status: oneOf("timed_out", "provider_error", "interrupted"), message: TEXT }),
);

/** One judge call with all of its attempts. */
export const CALL_SHAPE = fields({
  schema_version: exactly(1),
  call_id: HASH,
  endpoint: TEXT,
  offline: FLAG,
  model: TEXT,
  options: MAPPING,
  repetition: ORDINAL,
  prompt: fields({ system_sha256: HASH, user_sha256: HASH }),
  attempts: list(fields({ follow_up: list(ANYTHING), outcome: OUTCOME, violations: list(VIOLATION) })),
  result: either(
    fields({ status: exactly("verdict") }),
    fields({ status: exactly("invalid"), violations: list(VIOLATION) }),
    fields({ status: exactly("unanswered"), message: TEXT, permanent: FLAG, interrupted: FLAG }),
  ),
  usage: orNull(USAGE),
});
