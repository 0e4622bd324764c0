import type { ChatOutcome, ChatRequest, RetryNotice } from "../records/index.ts";

export interface ChatCallSettings {
  /** Covers the whole request, including a body that trickles in. */
  timeoutSeconds: number;
  /** Number of retries after transient failures. */
  retries: number;
  signal?: AbortSignal;
  /** Called for every retry, as it happens. */
  onRetry?: (retry: RetryNotice) => void;
  /** Awaited before each attempt, so that it is counted before it can cost anything. False: it must not be sent. */
  beforeSending?: () => Promise<boolean>;
  /** Called for each attempt that was sent and never answered, and may have been charged. */
  onUnanswered?: () => void;
  /** Asks if a request may be resent after its answer was lost together with the machine that waited for it. */
  mayRepeatLost?: (lost: LostAnswer) => Promise<boolean>;
}

/** A request that may have been charged although its answer is lost. */
export interface LostAnswer {
  /** The known charge, in USD. */
  paidUsd: number;
  /** It was in flight. */
  isInDoubt: boolean;
}

/** The properties that decide a request's price, known before it is sent. */
export interface RequestSize {
  /** Size on the wire, attachments included. */
  bytes: number;
  /** Token limit of each answer; null if there is none. */
  outputTokens: number | null;
  /** Number of answers requested at once. */
  answers: number;
  /** It refers to content that it does not include, such as an image by URL. */
  pointsElsewhere: boolean;
  /** It offers tools that the provider executes, at prices of their own. */
  usesProviderTools?: boolean;
}

/** The cost of an answer, and the tokens it paid for. */
export interface AnswerPrice {
  usd: number;
  promptTokens: number;
  /** Tokens among them that a cache made cheaper. */
  cachedTokens: number;
  completionTokens: number;
}

/** A request with reserved budget. Settled once; only the first call counts. */
export interface HeldRequest {
  /**
   * Charges the price of an answer; without a price, or with implausible token counts, pass the reason. Returns the amount
   * charged; null when nothing is known.
   */
  paid(price: AnswerPrice | { usd: number | null; refused: string | null }): number | null;
  /** Charges an upper bound, since the answer was never read to its price. Returns the amount charged. */
  lost(): number;
  /** Releases the reservation: the provider charged nothing. */
  free(): void;
}

/** A chat-completions endpoint. Never throws for failures of the server. */
export interface Gateway {
  /** Stable name of the endpoint for identities: the base URL without credentials, or `offline`. */
  readonly endpoint: string;
  /** True for the deterministic programs that stand in for models; reports label them. */
  readonly offline: boolean;
  complete(request: ChatRequest, settings: ChatCallSettings): Promise<ChatOutcome>;
}
