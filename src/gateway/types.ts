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
  /** Told of each attempt that was sent and never answered: it may have been paid for all the same. */
  onUnanswered?: () => void;
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

/** What decides the price of a request, known before it is sent. */
export interface RequestSize {
  /** As it goes out, attachments included. */
  bytes: number;
  /** The most tokens that each of its answers may have; null where it names no limit. */
  outputTokens: number | null;
  /** How many it asks for at once. */
  answers: number;
  /** It refers to something that is not in it, such as a picture by its address. */
  pointsElsewhere: boolean;
  /** It offers tools that the provider carries out, at prices of their own. */
  usesProviderTools?: boolean;
}

/** What an answer cost, and what that was paid for. */
export interface AnswerPrice {
  usd: number;
  promptTokens: number;
  /** Of those, the ones that a cache made cheaper. */
  cachedTokens: number;
  completionTokens: number;
}

/** A request that room is kept for. It is settled once; only the first call counts. */
export interface HeldRequest {
  /**
   * Pays for an answer; without a price, or without token counts that can be true, say why. Returns what was charged; null when nothing is
   * known.
   */
  paid(price: AnswerPrice | { usd: number | null; refused: string | null }): number | null;
  /** Charges an upper bound, since the answer was never read to its price. Returns what was charged. */
  lost(): number;
  /** Gives the room back: the provider charged nothing. */
  free(): void;
}

/** A chat-completions endpoint. Never throws for what the other side does. */
export interface Gateway {
  /** Stable name of the endpoint for identities: the base URL without credentials, or `offline`. */
  readonly endpoint: string;
  /** True for the deterministic programs that stand in for models; reports label them. */
  readonly offline: boolean;
  complete(request: ChatRequest, settings: ChatCallSettings): Promise<ChatOutcome>;
}
