import type { Usage } from "../../records/index.ts";
import type { WireFormat, WireMessage, WireToolCall } from "../wire/format.ts";

/** Everything that one trial sent to models and got from them, in order. Plain data: it is stored as it is. */
export interface WireRecord {
  exchanges: WireExchange[];
  /** Requests that never left: a wrong token, another model, a limit. */
  refusals: WireRefusal[];
  /** Other hosts that were asked for. */
  hosts: ReachedHost[];
  /** Texts were cut because the trial said more than is kept. */
  shortened: boolean;
  /** The provider refused a request of ours as it did the agent's last one: it is the key, the account or the model, whatever the agent sent. */
  refuses_us_too?: boolean;
  /** The provider could make nothing of the agent's last request, and answered one of ours: it is what the agent sent. */
  answers_us?: boolean;
}

/** One request that went to the provider, and what came back. */
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
  /** What the request says that no earlier one did: agents send the whole conversation every time. */
  messages: WireMessage[];
  tools_offered: string[];
  /** Null when the provider could not be reached; what an error names in an answer that had begun as a success. */
  http_status: number | null;
  outcome: ExchangeOutcome;
  /** Why it is not `answered`, or what was wrong with the answer all the same; null when all was well. */
  problem: string | null;
  text: string;
  tool_calls: WireToolCall[];
  stop_reason: string | null;
  answered_by: { provider: string | null; model: string | null };
  usage: Usage | null;
  /** Why what the answer says about its usage was not believed. */
  usage_refused: string | null;
}

/**
 * `answered` to its end; `cut_off`: the stream broke off, or was none; `left`: the agent hung up; `provider_error`: an error instead of an
 * answer; `unreachable`: no answer at all; `ended`: with the trial.
 */
export type ExchangeOutcome = "answered" | "cut_off" | "left" | "provider_error" | "unreachable" | "ended";

interface WireRefusal {
  reason: RefusalReason;
  message: string;
  /** How often the same was refused. */
  times: number;
  first_ms: number;
}

export type RefusalReason = "token" | "model" | "path" | "request" | "too_large" | "too_many" | "cost_limit";

interface ReachedHost {
  host: string;
  port: number;
  /** Null when it was let through. */
  refused: string | null;
  times: number;
}
