import type { HeldRequest, RequestSize } from "../gateway/index.ts";
import { isBelievablePrice } from "../records/index.ts";
import type { WireExchange } from "./record/wire-record.ts";

/** Asked for budget before a request is sent, and told its outcome afterwards. */
export interface TrialSpending {
  /** @param signal aborts when the answer is no longer awaited */
  hold(
    size: RequestSize,
    signal?: AbortSignal,
  ): Promise<{ ok: true; request: HeldRequest } | { ok: false; refusal: string }>;
  /** Charges a request of our own. */
  paid(usd: number | null): void;
}

/** Facts that the record of an exchange lacks. */
export interface SettlingFacts {
  /** False where no connection was made. */
  wasSent: boolean;
  /** The price in the answer, unchecked. */
  toldUsd: unknown;
}

/**
 * Settles a request by its outcome. Everything that reached the provider is charged: at its price if one was read, in full if the
 * answer broke off before. Hanging up is no way to be served for free. A plausible price counts even beside implausible token
 * counts.
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
