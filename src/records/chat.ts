import type { ContentPart } from "./content-part.ts";

/** The chat-completions protocol, as far as Assay speaks it. snake_case is the wire's. */
export interface ChatMessage extends CarriedReasoning {
  role: "system" | "user" | "assistant" | "tool";
  /** Where there are parts, these in words: parts are what is sent. */
  content: string | null;
  parts?: readonly ContentPart[];
  name?: string;
  tool_calls?: ToolCall[];
  tool_call_id?: string;
}

/** What reasoning models want to see again, exactly as they sent it, beside their tool calls. */
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
  /** Never sent. Lets the offline programs vary between repetitions the way a sampling model would. */
  repetition?: number;
}

/** Media whose bytes are at hand, as the wire wants them. Everybody who sends the same file at the moment shares one copy. */
export interface OpenedMedia {
  /** The base64 text of a file, as ASCII. */
  base64(sha256: string): Buffer;
}

export interface RetryNotice {
  attempt: number;
  reason: string;
  http_status: number | null;
  wait_ms: number;
  /** Where the provider named a price for the request that failed. */
  cost_usd?: number;
}

export interface Usage {
  prompt_tokens: number;
  completion_tokens: number;
  total_tokens: number;
  cached_tokens: number;
  reasoning_tokens: number;
  /** As the provider reports it; null when it does not. */
  cost_usd: number | null;
}

export interface ChatAnswer {
  status: "answered";
  message: { content: string | null; tool_calls: ToolCall[] } & CarriedReasoning;
  finish_reason: string | null;
  usage: Usage | null;
  /** Who served it (OpenRouter names the upstream provider) and as which model. */
  provider: string | null;
  model: string | null;
  /** The provider's answer as parsed JSON, for the record. */
  raw: unknown;
  latency_ms: number;
  retries: RetryNotice[];
}

export interface ChatFailure {
  /** `interrupted`: our own signal ended it, nobody's fault. */
  status: "timed_out" | "provider_error" | "interrupted";
  message: string;
  http_status: number | null;
  /** As much of the answer as there was, for the record. */
  raw: unknown;
  latency_ms: number;
  retries: RetryNotice[];
  /** No later call with this key or model can succeed (401, 402, 403, 404). */
  permanent: boolean;
  /** Where the provider named a price for it all the same. */
  cost_usd?: number;
}

export type ChatOutcome = ChatAnswer | ChatFailure;
