import type { ChatAnswer, ChatFailure, RetryNotice, ToolCall, ToolDefinition, Usage } from "./chat.ts";
import { type ContentPart, MEDIA_TYPES, type MediaPart } from "./content-part.ts";
import {
  AMOUNT,
  ANYTHING,
  closedObject,
  DURATION_MS,
  FLAG,
  HASH,
  list,
  MAPPING,
  NAME,
  oneOf,
  oneOfKinds,
  optional,
  orNull,
  type Shape,
  TEXT,
  USD,
  WHOLE_NUMBER,
} from "./shape-builders.ts";

export const USAGE = closedObject<Usage>({
  prompt_tokens: AMOUNT,
  completion_tokens: AMOUNT,
  total_tokens: AMOUNT,
  cached_tokens: AMOUNT,
  reasoning_tokens: AMOUNT,
  cost_usd: orNull(USD),
});

export const TOOL_FUNCTION = closedObject<ToolDefinition["function"]>({
  name: NAME,
  description: TEXT,
  parameters: MAPPING,
});

export const TOOL_DEFINITION = closedObject<ToolDefinition>({ type: oneOf("function"), function: TOOL_FUNCTION });

const MEDIA_PART = closedObject<MediaPart>({
  type: oneOf("image", "audio"),
  name: NAME,
  media_type: oneOf(...MEDIA_TYPES),
  sha256: HASH,
  bytes: WHOLE_NUMBER,
  detail: optional(oneOf("auto", "low", "high")),
});

export const CONTENT_PART = oneOfKinds("type", {
  text: closedObject<Extract<ContentPart, { type: "text" }>>({ type: TEXT, text: TEXT }),
  image: MEDIA_PART,
  audio: MEDIA_PART,
});

const TOOL_CALL = closedObject<ToolCall>({
  id: TEXT,
  type: oneOf("function"),
  function: closedObject<ToolCall["function"]>({ name: TEXT, arguments: TEXT }),
});

const HTTP_STATUS = orNull({ type: "integer", minimum: 0, maximum: 999 });

const RETRIES = list(
  closedObject<RetryNotice>({
    attempt: WHOLE_NUMBER,
    reason: TEXT,
    http_status: HTTP_STATUS,
    wait_ms: DURATION_MS,
    cost_usd: optional(USD),
  }),
);

const FAILURE = closedObject<ChatFailure>({
  status: TEXT,
  message: TEXT,
  http_status: HTTP_STATUS,
  raw: optional(ANYTHING),
  latency_ms: DURATION_MS,
  retries: RETRIES,
  permanent: FLAG,
  cost_usd: optional(USD),
});

/** The outcome of a model request on another machine. An interrupted one has no result. */
export const CHAT_OUTCOME: Shape = oneOfKinds("status", {
  answered: closedObject<ChatAnswer>({
    status: TEXT,
    message: closedObject<ChatAnswer["message"]>({
      content: orNull(TEXT),
      tool_calls: list(TOOL_CALL),
      reasoning_details: optional(ANYTHING),
      reasoning_content: optional(ANYTHING),
    }),
    finish_reason: orNull(TEXT),
    usage: orNull(USAGE),
    provider: orNull(TEXT),
    model: orNull(TEXT),
    raw: optional(ANYTHING),
    latency_ms: DURATION_MS,
    retries: RETRIES,
  }),
  timed_out: FAILURE,
  provider_error: FAILURE,
});
