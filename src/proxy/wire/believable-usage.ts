import type { ClaimedUsage } from "../../gateway/index.ts";
import { isBelievablePrice, type Usage } from "../../records/index.ts";

/** Facts about an exchange besides the claims of its answer. */
export interface ExchangeSize {
  requestBytes: number;
  answerBytes: number;
  /** The request refers to content that it does not include. */
  pointsElsewhere: boolean;
  /** The model's reasoning is longer than the visible answer. */
  thinksUnseen?: boolean;
}

export type BelievableUsage = { usage: Usage; problem: null } | { usage: null; problem: string | null };

/** A token is at least one byte of the request; templates and the provider's own text add to it. */
const ROOM_FOR_WORDS_OF_THE_PROVIDER = 8_192;
/** More than any model takes in one request. */
const MOST_TOKENS = 20_000_000;

/**
 * Checks claimed usage: returns it, or the reason why it is impossible; both null if nothing was reported. Never repairs: one
 * wrong part invalidates all.
 */
export function checkUsage(claimed: ClaimedUsage | null, size: ExchangeSize): BelievableUsage {
  if (claimed === null) return { usage: null, problem: null };
  const refused = (problem: string) => ({ usage: null, problem });
  const odd = Object.entries(claimed).find(([name, value]) => !isAmount(name, value));
  if (odd) return refused(`${odd[0]} is ${shortened(odd[1])}`);
  const { prompt, completion, total, cached, reasoning, cost } = claimed as {
    [Name in keyof ClaimedUsage]?: number | null;
  };
  // A reported part is a lower bound of the whole.
  const [promptTokens, completionTokens] = [prompt ?? cached ?? 0, completion ?? reasoning ?? 0];
  const usage: Usage = {
    prompt_tokens: promptTokens,
    completion_tokens: completionTokens,
    total_tokens: total || promptTokens + completionTokens,
    cached_tokens: cached ?? 0,
    reasoning_tokens: reasoning ?? 0,
    cost_usd: cost ?? null,
  };
  if (usage.cached_tokens > usage.prompt_tokens)
    return refused(`${usage.cached_tokens} cached tokens of a prompt of ${usage.prompt_tokens}`);
  if (usage.reasoning_tokens > usage.completion_tokens)
    return refused(`${usage.reasoning_tokens} reasoning tokens of ${usage.completion_tokens} in all`);
  if (!size.pointsElsewhere && usage.prompt_tokens > size.requestBytes + ROOM_FOR_WORDS_OF_THE_PROVIDER)
    return refused(`${usage.prompt_tokens} prompt tokens for a request of ${size.requestBytes} bytes`);
  const spoken = usage.completion_tokens - usage.reasoning_tokens;
  if (!size.thinksUnseen && spoken > size.answerBytes + ROOM_FOR_WORDS_OF_THE_PROVIDER)
    return refused(`${spoken} tokens of output for an answer of ${size.answerBytes} bytes`);
  return { usage, problem: null };
}

/** True for a whole number of tokens, or an amount of money. A missing value is fine. */
function isAmount(name: string, value: unknown): boolean {
  if (value === undefined || value === null) return true;
  if (name === "cost") return isBelievablePrice(value);
  return typeof value === "number" && Number.isInteger(value) && value >= 0 && value <= MOST_TOKENS;
}

/** Shortens a value: instead of a number, anything may be there, of any size and nesting. */
function shortened(value: unknown): string {
  if (typeof value === "string")
    return JSON.stringify(value.length <= LONGEST_SHOWN ? value : `${value.slice(0, LONGEST_SHOWN)}…`);
  if (typeof value === "object") return Array.isArray(value) ? "a list" : "an object";
  return String(value);
}

const LONGEST_SHOWN = 40;
