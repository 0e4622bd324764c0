import type { WireFormat } from "../../../src/gateway/index.ts";

/** How money is spent, and on what terms: plain data, so that the same order can be given again. */
export interface Order {
  name: string;
  /** The row of the table that it counts in. */
  group: string;
  limitUsd: number;
  world: World;
  /** Started together; each of them asks for its share of the limit before it spends. */
  trials: TrialOrder[];
}

/** The provider's charges and its reports of them. */
export interface World {
  /** Per token, before the course of the rate. */
  inputUsd: number;
  outputUsd: number;
  course: RateCourse;
  telling: Telling;
  /** Tokens that the model writes for each answer, if it may. */
  writes: number;
  latencyMs: number;
  /** Between the pieces of an answer. */
  pieceMs?: number;
  /** Every so many answers break off half-way, and are charged in full. */
  breaksOffEvery?: number;
  /** Every so many requests are refused as too many, and cost nothing. */
  refusesEvery?: number;
  /** Tokens of a picture or an earlier answer that a request only points to. */
  tokensElsewhere?: number;
  /** For every request that uses a tool of the provider's own. */
  toolUsd?: number;
}

/** By how much the rate is multiplied, by the number of the request. */
export type RateCourse =
  | { kind: "constant" }
  | { kind: "jump"; at: number; by: number }
  | { kind: "drift"; by: number }
  | { kind: "heavy_tail"; seed: number }
  | { kind: "alternate"; every: number; by: number }
  /** Nothing is charged, and that is said. */
  | { kind: "free_at_first"; until: number };

/** How an answer tells its price. */
const TELLINGS = [
  "honest",
  "cost_only",
  "low_early",
  "late",
  "streams_on_request",
  "never",
  "every_third",
  "negative",
  "huge",
  "not_a_number",
  "in_words",
] as const;
export type Telling = (typeof TELLINGS)[number];

export interface TrialOrder {
  keepAlive: boolean;
  /** One begins when the one before has ended. */
  phases: Phase[];
  /** The trial ends when so many requests have reached the provider, whatever is under way. */
  endsAfter?: number;
}

export interface Phase {
  /** Requests under way together. */
  parallel: number;
  requests: RequestOrder[];
}

export interface RequestOrder {
  format: WireFormat;
  /** Characters of the prompt. */
  size: number;
  streamed: boolean;
  /** Output tokens that are allowed; null leaves it to the provider. */
  allows: number | null;
  /** Answers to one request. */
  answers?: number;
  leaves: Leaving;
  /** How often a refused or broken request is sent again. */
  retries?: number;
  /** Asks only how long the request is. */
  counts?: boolean;
  /** Fields that replace or join those of the body. */
  fields?: Record<string, unknown>;
}

/** When the client hangs up. */
const LEAVINGS = ["never", "half_body", "before_headers", "first_byte", "half_stream", "at_stop"] as const;
export type Leaving = (typeof LEAVINGS)[number];

/** Tokens that the provider writes if a request allows any number. */
export const USUAL_TOKENS = 1_000;
/** No model writes more at once. */
export const MOST_TOKENS = 32_000;

/** Spending without a limit: every request in order, with all the output that it allows. */
export function unlimitedUsd({ world, trials }: Pick<Order, "world" | "trials">): number {
  const requests = trials.flatMap(requestsOf).filter(({ counts }) => !counts);
  return requests.reduce((sum, request, at) => sum + requestUsd(request, world) * rateAt(world.course, at), 0);
}

export function requestsOf({ phases }: TrialOrder): RequestOrder[] {
  return phases.flatMap(({ requests }) => requests);
}

function requestUsd({ size, allows, answers = 1 }: RequestOrder, { inputUsd, outputUsd }: World): number {
  return (size / 4) * inputUsd + Math.min(allows ?? USUAL_TOKENS, MOST_TOKENS) * answers * outputUsd;
}

export function rateAt(course: RateCourse, index: number): number {
  switch (course.kind) {
    case "constant":
      return 1;
    case "jump":
      return index < course.at ? 1 : course.by;
    case "drift":
      return course.by ** index;
    case "heavy_tail":
      return 1 / (1 - HEAVIEST * fraction(course.seed + index)) ** 1.5;
    case "alternate":
      return Math.floor(index / course.every) % 2 === 0 ? 1 : course.by;
    case "free_at_first":
      return index < course.until ? 0 : 1;
  }
}

/** The dearest of many costs some ninety times as much as the cheapest. */
const HEAVIEST = 0.95;

/** The same fraction for the same number, below 1. */
function fraction(number: number): number {
  const mixed = Math.imul(number ^ 0x9e3779b9, 0x85ebca6b);
  return (((mixed ^ (mixed >>> 13)) >>> 0) % 1000) / 1001;
}
