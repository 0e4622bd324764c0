import type { WireFormat, WireMessage, WireToolCall } from "../../gateway/index.ts";
import type { Usage } from "../../records/index.ts";

/** Everything that one trial sent to models and received, in order. Plain data, stored as it is. */
export interface WireRecord {
  exchanges: WireExchange[];
  /** Requests refused locally: a wrong token, another model, a limit. */
  refusals: WireRefusal[];
  /** Other hosts that were requested. */
  hosts: ReachedHost[];
  /** Texts were cut because the trial exceeded the budget. */
  shortened: boolean;
  /** The provider refused our own request like the agent's last one: the key, the account or the model is at fault, not the agent. */
  refuses_us_too?: boolean;
  /** The provider could not process the agent's last request but answered ours, so the agent's request is at fault. */
  answers_us?: boolean;
}

export interface WireExchange {
  /** Counted from 1 in the order of arrival. */
  number: number;
  /** The user's turn that it belongs to. */
  turn: number;
  /** Milliseconds since the trial started. */
  started_ms: number;
  ended_ms: number;
  format: WireFormat;
  model: string;
  streamed: boolean;
  request_bytes: number;
  answer_bytes: number;
  /** Messages not seen in earlier requests: agents send the whole conversation every time. */
  messages: WireMessage[];
  tools_offered: string[];
  /** Null if the provider could not be reached; the status named by an error inside an answer that began as a success. */
  http_status: number | null;
  outcome: ExchangeOutcome;
  /** The reason why it is not `answered`, or a problem with the answer nonetheless; null if there was none. */
  problem: string | null;
  text: string;
  tool_calls: WireToolCall[];
  stop_reason: string | null;
  answered_by: { provider: string | null; model: string | null };
  usage: Usage | null;
  /** The reason why the reported usage was not believed. */
  usage_refused: string | null;
}

/**
 * `answered`: complete; `cut_off`: the stream broke off, or was none; `left`: the agent hung up; `provider_error`: an error
 * instead of an answer; `unreachable`: no answer at all; `ended`: with the trial.
 */
export type ExchangeOutcome = "answered" | "cut_off" | "left" | "provider_error" | "unreachable" | "ended";

interface WireRefusal {
  reason: RefusalReason;
  message: string;
  /** Number of identical refusals. */
  times: number;
  first_ms: number;
}

export type RefusalReason = "token" | "model" | "path" | "request" | "too_large" | "too_many" | "cost_limit";

interface ReachedHost {
  host: string;
  port: number;
  /** Null when it was allowed. */
  refused: string | null;
  times: number;
}
