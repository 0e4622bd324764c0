import type { ContentPart } from "./content-part.ts";

/** The part of the chat-completions protocol that Assay speaks, in the wire's snake_case. */
export interface ChatMessage extends CarriedReasoning {
  role: "system" | "user" | "assistant" | "tool";
  /** If there are parts, a description of them; the parts are what is sent. */
  content: string | null;
  parts?: readonly ContentPart[];
  name?: string;
  tool_calls?: ToolCall[];
  tool_call_id?: string;
}

/** Reasoning that models expect to be sent back verbatim with their tool calls. */
export interface CarriedReasoning {
  reasoning_details?: unknown;
  reasoning_content?: unknown;
}

export interface ToolCall {
  id: string;
  type: "function";
  function: { name: string; arguments: string };
}

export interface ToolDefinition {
  type: "function";
  function: { name: string; description: string; parameters: Record<string, unknown> };
}

export interface ChatRequest {
  model: string;
  messages: ChatMessage[];
  tools?: ToolDefinition[];
  /** Everything else in the request body, untouched: temperature, reasoning, response_format … */
  options: Record<string, unknown>;
  /** The bytes of the media that the messages name. */
  media?: OpenedMedia;
  /** Never sent. Lets the offline programs vary between repetitions as a sampling model would. */
  repetition?: number;
}

/** Media in memory, encoded for the wire. Concurrent requests with the same file share one copy. */
export interface OpenedMedia {
  /** The base64 text of a file, as ASCII. */
  base64(sha256: string): Buffer;
}

export interface RetryNotice {
  attempt: number;
  reason: string;
  http_status: number | null;
  wait_ms: number;
  /** The price the provider reported for a failed request, if any. */
  cost_usd?: number;
}

export interface Usage {
  prompt_tokens: number;
  completion_tokens: number;
  total_tokens: number;
  cached_tokens: number;
  reasoning_tokens: number;
  /** As reported by the provider; null if not reported. */
  cost_usd: number | null;
}

export interface ChatAnswer {
  status: "answered";
  message: { content: string | null; tool_calls: ToolCall[] } & CarriedReasoning;
  finish_reason: string | null;
  usage: Usage | null;
  /** The serving provider (OpenRouter names the upstream one) and model. */
  provider: string | null;
  model: string | null;
  /** The provider's answer as parsed JSON, for the record. */
  raw: unknown;
  latency_ms: number;
  retries: RetryNotice[];
}

export interface ChatFailure {
  /** `interrupted`: our own signal ended it; neither side failed. */
  status: "timed_out" | "provider_error" | "interrupted";
  message: string;
  http_status: number | null;
  /** The partial answer, for the record. */
  raw: unknown;
  latency_ms: number;
  retries: RetryNotice[];
  /** No later call with this key or model can succeed (401, 402, 403, 404). */
  permanent: boolean;
  /** The price the provider reported despite the failure, if any. */
  cost_usd?: number;
}

export type ChatOutcome = ChatAnswer | ChatFailure;
