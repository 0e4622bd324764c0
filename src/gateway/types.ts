import type { ChatOutcome, ChatRequest, RetryNotice } from "../records/index.ts";

export interface ChatCallSettings {
  /** Covers the whole request, including a body that trickles. */
  timeoutSeconds: number;
  /** How often a request that failed transiently is repeated. */
  retries: number;
  signal?: AbortSignal;
  /** Told about every retry, as it happens. */
  onRetry?: (retry: RetryNotice) => void;
  /** Waited for before each attempt is sent, so that it is counted before it can be paid for. False: it must not be sent any more. */
  beforeSending?: () => Promise<boolean>;
  /** Asked whether a request may be sent again whose answer is lost together with the machine that waited for it. */
  mayRepeatLost?: (lost: LostAnswer) => Promise<boolean>;
}

/** A request that may have been paid for, although nobody will see its answer. */
export interface LostAnswer {
  /** What is known to have been paid, in USD. */
  paidUsd: number;
  /** It was under way. */
  isInDoubt: boolean;
}

/** A chat-completions endpoint. Never throws for what the other side does. */
export interface Gateway {
  /** Stable name of the endpoint for identities: the base URL without credentials, or `offline`. */
  readonly endpoint: string;
  /** True for the deterministic programs that stand in for models; reports label them. */
  readonly offline: boolean;
  complete(request: ChatRequest, settings: ChatCallSettings): Promise<ChatOutcome>;
}
