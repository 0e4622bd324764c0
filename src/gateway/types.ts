import type { ChatOutcome, ChatRequest, RetryNotice } from "../records/index.ts";

export interface ChatCallSettings {
  /** Covers the whole request, including a body that trickles. */
  timeoutSeconds: number;
  /** How often a request that failed transiently is repeated. */
  retries: number;
  signal?: AbortSignal;
  /** Told about every retry, as it happens. */
  onRetry?: (retry: RetryNotice) => void;
}

/** A chat-completions endpoint. Never throws for what the other side does. */
export interface Gateway {
  /** Stable name of the endpoint for identities: the base URL without credentials, or `offline`. */
  readonly endpoint: string;
  /** True for the deterministic programs that stand in for models; reports label them. */
  readonly offline: boolean;
  complete(request: ChatRequest, settings: ChatCallSettings): Promise<ChatOutcome>;
}
