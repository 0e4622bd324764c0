import type { AnswerPrice, RequestSize } from "../../gateway/index.ts";
import { HEADROOM, JUMP, JUMP_PER_LENGTH } from "./price.ts";

/** Cost rates of one payer's requests, learned from usage and prices: upper bounds, and likely values. */
export interface RequestRates {
  /** Upper bounds: a token is at least one byte of the request, and either side may account for the whole cost. */
  usdPerByte: number;
  usdPerOutputToken: number;
  /** The fixed cost of a request, at most the price of the cheapest. */
  leastUsd: number;
  highestUsd: number;
  /** Prices rose once, so cheaper earlier ones are no longer a bound. */
  wasRaised: boolean;
  largestBytes: number;
  mostOutputTokens: number;
  /** Likely rates: an output token costs about five times an input token. */
  usdPerToken: number;
  tokensPerByte: number;
}

/** Assumed token limit of an answer without one, unless the longest so far is longer. */
const DEFAULT_OUTPUT_TOKENS = 32_768;

/** Above nearly every model's price, and a few uses of a tool. Charged for requests lost before any price is known. */
const DEFAULT_USD_PER_BYTE = 30e-6;
const DEFAULT_USD_PER_OUTPUT_TOKEN = 150e-6;
const DEFAULT_USD_OF_TOOLS = 1;

/** Assumed size of referenced content, which the request's size does not include. */
const BYTES_ELSEWHERE = 200_000;
/** Size from which the price per token may double: some providers do that beyond about 128,000 tokens. */
const LONG_BYTES = 128_000;
const LONG_FACTOR = 2;
const OUTPUT_TO_INPUT = 5;

/** The most that a request may be charged. */
export function mostUsd(rates: RequestRates, size: RequestSize): number {
  const bytes = billedBytes(size);
  const isLonger = bytes > Math.max(LONG_BYTES, rates.largestBytes);
  const usd = rates.usdPerByte * bytes + rates.usdPerOutputToken * outputOf(rates, size);
  const most = rates.leastUsd + usd * (isLonger ? LONG_FACTOR : 1);
  // The number of tool uses does not depend on the size.
  return size.usesProviderTools ? Math.max(most, HEADROOM * rates.highestUsd) : most;
}

/**
 * The possible cost if prices jump while it is in flight: a hundred times the highest so far or the likely cost for its size; ten
 * times its upper bound.
 */
export function worstOfRequestUsd(rates: RequestRates, size: RequestSize): number {
  const likely = JUMP * rates.usdPerToken * tokensOf(rates, size, likelyOutput(rates, size));
  const allowed = JUMP_PER_LENGTH * rates.usdPerToken * tokensOf(rates, size, outputOf(rates, size));
  return Math.max(mostUsd(rates, size), JUMP * rates.highestUsd, likely, allowed);
}

/** The likely cost of a request plus a quarter; at most its upper bound. */
export function likelyUsd(rates: RequestRates, size: RequestSize): number {
  const usd = HEADROOM * rates.usdPerToken * tokensOf(rates, size, likelyOutput(rates, size));
  return Math.min(usd, mostUsd(rates, size));
}

function likelyOutput(rates: RequestRates, size: RequestSize): number {
  return Math.min(outputOf(rates, size), Math.max(rates.mostOutputTokens, 1) * size.answers);
}

/** Counted in input tokens. */
function tokensOf(rates: RequestRates, size: RequestSize, output: number): number {
  return rates.tokensPerByte * billedBytes(size) + OUTPUT_TO_INPUT * output;
}

/** Charged for a request that is lost before any price is known. */
export function defaultUsd(size: RequestSize): number {
  const output = (size.outputTokens ?? DEFAULT_OUTPUT_TOKENS) * size.answers;
  const tools = size.usesProviderTools ? DEFAULT_USD_OF_TOOLS : 0;
  return tools + DEFAULT_USD_PER_BYTE * billedBytes(size) + DEFAULT_USD_PER_OUTPUT_TOKEN * output;
}

/** Learns from an answer; null while everything has been free, which predicts nothing. */
export function learnRates(known: RequestRates | null, size: RequestSize, price: AnswerPrice): RequestRates | null {
  if (price.usd <= 0) return known && { ...known, ...seen(known, size, price) };
  const one = ratesOf(size, price);
  if (!known) return one;
  const bytes = inputOf(size, price);
  const bound = known.leastUsd + known.usdPerByte * bytes + known.usdPerOutputToken * price.completionTokens;
  const rise = price.usd / bound;
  const bounds =
    rise > ROUNDING || known.wasRaised
      ? scaled(known, Math.max(1, rise))
      : {
          usdPerByte: Math.min(known.usdPerByte, one.usdPerByte),
          usdPerOutputToken: Math.min(known.usdPerOutputToken, one.usdPerOutputToken),
          leastUsd: Math.min(known.leastUsd, one.leastUsd),
        };
  return {
    ...bounds,
    ...seen(known, size, price),
    wasRaised: known.wasRaised || rise > ROUNDING,
    usdPerToken: Math.max(known.usdPerToken, one.usdPerToken),
  };
}

const ROUNDING = 1.000_001;

function ratesOf(size: RequestSize, price: AnswerPrice): RequestRates {
  const { usd, completionTokens } = price;
  const input = inputOf(size, price);
  return {
    usdPerByte: usd / Math.max(1, input),
    usdPerOutputToken: usd / Math.max(1, completionTokens),
    leastUsd: usd,
    wasRaised: false,
    ...seen(null, size, price),
    usdPerToken: usd / Math.max(1, input + OUTPUT_TO_INPUT * completionTokens),
  };
}

function seen(known: RequestRates | null, size: RequestSize, { usd, promptTokens, completionTokens }: AnswerPrice) {
  const perByte = Math.min(1, promptTokens / Math.max(1, size.bytes));
  return {
    highestUsd: Math.max(known?.highestUsd ?? 0, usd),
    largestBytes: Math.max(known?.largestBytes ?? 0, size.bytes),
    mostOutputTokens: Math.max(known?.mostOutputTokens ?? 0, completionTokens / size.answers),
    tokensPerByte: Math.max(known?.tokensPerByte ?? 0, perByte),
  };
}

/** Tokens paid in full. Tokens beyond the number of bytes come from the provider's own text, and must not lower the rate. */
function inputOf({ bytes }: RequestSize, { promptTokens, cachedTokens }: AnswerPrice): number {
  return Math.min(bytes, promptTokens - cachedTokens);
}

function scaled({ usdPerByte, usdPerOutputToken, leastUsd }: RequestRates, factor: number) {
  return {
    usdPerByte: usdPerByte * factor,
    usdPerOutputToken: usdPerOutputToken * factor,
    leastUsd: leastUsd * factor,
  };
}

function billedBytes({ bytes, pointsElsewhere }: RequestSize): number {
  return bytes + (pointsElsewhere ? BYTES_ELSEWHERE : 0);
}

function outputOf({ mostOutputTokens }: RequestRates, { outputTokens, answers }: RequestSize): number {
  return (outputTokens ?? Math.max(DEFAULT_OUTPUT_TOKENS, mostOutputTokens)) * answers;
}
