import type { AnswerPrice, RequestSize } from "../../gateway/index.ts";
import { HEADROOM, JUMP, JUMP_PER_LENGTH } from "./price.ts";

/** What one payer's requests cost, learned from usage and prices: upper bounds, and what is likely. */
export interface RequestRates {
  /** Upper bounds: a token is at least one byte of what is sent, and either side may have cost all of it. */
  usdPerByte: number;
  usdPerOutputToken: number;
  /** What every request costs, whatever its size, is at most the price of the cheapest. */
  leastUsd: number;
  highestUsd: number;
  /** Prices went up once, so what was cheaper before bounds nothing any more. */
  wasRaised: boolean;
  largestBytes: number;
  mostOutputTokens: number;
  /** What is likely: an output token costs about five times an input token. */
  usdPerToken: number;
  tokensPerByte: number;
}

/** Where a request names no limit, its answer is taken to have at most as many tokens as this, or as the longest so far. */
const DEFAULT_OUTPUT_TOKENS = 32_768;

/** Dearer than nearly every model, and than a few uses of a tool. Charged for what is lost before any price is known. */
const DEFAULT_USD_PER_BYTE = 30e-6;
const DEFAULT_USD_PER_OUTPUT_TOKEN = 150e-6;
const DEFAULT_USD_OF_TOOLS = 1;

/** Taken for what a request refers to, since its size says nothing about it. */
const BYTES_ELSEWHERE = 200_000;
/** Beyond about 128,000 tokens some providers charge twice as much for each; fewer bytes are never so many. */
const LONG_BYTES = 128_000;
const LONG_FACTOR = 2;
const OUTPUT_TO_INPUT = 5;

/** The most that a request may be charged. */
export function mostUsd(rates: RequestRates, size: RequestSize): number {
  const bytes = billedBytes(size);
  const isLonger = bytes > Math.max(LONG_BYTES, rates.largestBytes);
  const usd = rates.usdPerByte * bytes + rates.usdPerOutputToken * outputOf(rates, size);
  const most = rates.leastUsd + usd * (isLonger ? LONG_FACTOR : 1);
  // How often a tool is used is no matter of size.
  return size.usesProviderTools ? Math.max(most, HEADROOM * rates.highestUsd) : most;
}

/**
 * The most that it may cost if prices jump while it is under way: a hundred times the most so far, and as much of what its size makes likely;
 * ten times what it allows.
 */
export function worstOfRequestUsd(rates: RequestRates, size: RequestSize): number {
  const likely = JUMP * rates.usdPerToken * tokensOf(rates, size, likelyOutput(rates, size));
  const allowed = JUMP_PER_LENGTH * rates.usdPerToken * tokensOf(rates, size, outputOf(rates, size));
  return Math.max(mostUsd(rates, size), JUMP * rates.highestUsd, likely, allowed);
}

/** What a request is likely to cost, and a quarter on top; never more than it may be charged. */
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

/** Takes in an answer; null while everything has been free, which says nothing about what comes. */
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

/** Tokens that were paid in full. More of them than there are bytes come from the provider's own words, and are no reason for a lower rate. */
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
