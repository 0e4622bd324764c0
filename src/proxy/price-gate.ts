import type { HeldRequest, RequestSize } from "../gateway/index.ts";
import { isBelievablePrice } from "../records/index.ts";
import type { WireExchange } from "./record/wire-record.ts";

/** Asked for room before a request goes out, and told afterwards what became of it. */
export interface TrialSpending {
  /** @param signal given when nobody waits for the answer any more */
  hold(
    size: RequestSize,
    signal?: AbortSignal,
  ): Promise<{ ok: true; request: HeldRequest } | { ok: false; refusal: string }>;
  /** What a question of our own cost. */
  paid(usd: number | null): void;
}

/** What the record of an exchange does not say. */
export interface SettlingFacts {
  /** False where no connection was made. */
  wasSent: boolean;
  /** The price that the answer named, as it came. */
  toldUsd: unknown;
}

/**
 * Settles a request by its outcome. Whatever reached the provider counts: with its price where one was read, in full where the answer broke
 * off before. Hanging up is no way to be served for nothing. A price that can be true counts also beside token counts that can't.
 */
export function settleRequest(held: HeldRequest, exchange: WireExchange, { wasSent, toldUsd }: SettlingFacts): void {
  const { outcome, usage, usage_refused: refused } = exchange;
  const usd = usage?.cost_usd ?? null;
  if (usage && usd !== null) {
    const { prompt_tokens: promptTokens, cached_tokens: cachedTokens, completion_tokens: completionTokens } = usage;
    held.paid({ usd, promptTokens, cachedTokens, completionTokens });
  } else if (refused !== null) held.paid({ usd: isBelievablePrice(toldUsd) ? toldUsd : null, refused });
  else if (outcome === "answered") held.paid({ usd: null, refused });
  else if (!wasSent || isRefusedByProvider(exchange)) held.free();
  else held.lost();
}

/** An error before anything was answered is not charged. */
function isRefusedByProvider({ outcome, text, tool_calls: calls }: WireExchange): boolean {
  return outcome === "provider_error" && text === "" && calls.length === 0;
}
