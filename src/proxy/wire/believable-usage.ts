import { isBelievablePrice, type Usage } from "../../records/index.ts";
import type { ClaimedUsage } from "./format.ts";

/** What is known about an exchange besides what the answer says of itself. */
export interface ExchangeSize {
  requestBytes: number;
  answerBytes: number;
  /** The request points to something that is not in it. */
  pointsElsewhere: boolean;
  /** The answer is shorter than what was thought for it. */
  thinksUnseen?: boolean;
}

export type BelievableUsage = { usage: Usage; problem: null } | { usage: null; problem: string | null };

/** A token is at least one byte of what was sent; templates and the provider's own words come on top. */
const ROOM_FOR_WORDS_OF_THE_PROVIDER = 8_192;
/** No model takes as much in one request. */
const MOST_TOKENS = 20_000_000;

/** Usage that can be true, or why it cannot; both null when none was reported. Nothing is mended: a wrong part refuses all of it. */
export function believableUsage(claimed: ClaimedUsage | null, size: ExchangeSize): BelievableUsage {
  if (claimed === null) return { usage: null, problem: null };
  const refused = (problem: string) => ({ usage: null, problem });
  const odd = Object.entries(claimed).find(([name, value]) => !isAmount(name, value));
  if (odd) return refused(`${odd[0]} is ${shown(odd[1])}`);
  const { prompt, completion, total, cached, reasoning, cost } = claimed as {
    [Name in keyof ClaimedUsage]?: number | null;
  };
  // A part that is told says that there is at least as much of the whole.
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

/** A whole number of tokens, or an amount of money. What is missing is no lie. */
function isAmount(name: string, value: unknown): boolean {
  if (value === undefined || value === null) return true;
  if (name === "cost") return isBelievablePrice(value);
  return typeof value === "number" && Number.isInteger(value) && value >= 0 && value <= MOST_TOKENS;
}

/** In few words: what came in place of a number may be of any size, and nested without end. */
function shown(value: unknown): string {
  if (typeof value === "string")
    return JSON.stringify(value.length <= LONGEST_SHOWN ? value : `${value.slice(0, LONGEST_SHOWN)}…`);
  if (typeof value === "object") return Array.isArray(value) ? "a list" : "an object";
  return String(value);
}

const LONGEST_SHOWN = 40;
