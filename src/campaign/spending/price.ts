/** The highest costs so far. */
export interface Price {
  cost: number;
  /** In proportion to the length of the question. */
  perSize: number;
  /** In proportion to the whole request. */
  perLength: number;
  /** Missing prices count as zero. */
  isFree?: boolean;
}

/**
 * Reserved fraction of the expected cost, which is the highest so far, scaled by the question's length if that is more. The cost
 * is known only afterwards, and an answer may be longer.
 */
export const HEADROOM = 1.25;

/** Factor by which a price may jump between two answers without requests in flight breaking the limit. */
export const JUMP = 100;

/** The factor in proportion to length: prices per character vary less than prices per question. */
export const JUMP_PER_LENGTH = 10;

export function expectedUsd({ cost, perSize }: Price, size: number): number {
  return HEADROOM * Math.max(cost, perSize * size);
}

/** The possible cost if prices jump meanwhile; unbounded for a payer without a price, or free so far. */
export function worstUsd(price: Price | undefined, length: number): number {
  if (price?.isFree) return 0;
  if (!price || price.cost === 0) return Number.POSITIVE_INFINITY;
  return Math.max(JUMP * price.cost, JUMP_PER_LENGTH * price.perLength * length);
}

export function moreExpensive(one: Price | null, other: Price): Price {
  return {
    cost: Math.max(one?.cost ?? 0, other.cost),
    perSize: Math.max(one?.perSize ?? 0, other.perSize),
    perLength: Math.max(one?.perLength ?? 0, other.perLength),
    ...((one?.isFree ?? true) && other.isFree ? { isFree: true } : {}),
  };
}
