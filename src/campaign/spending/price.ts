/** The most that something has cost so far. */
export interface Price {
  cost: number;
  /** In proportion to the length of the question. */
  perSize: number;
  /** In proportion to everything that is sent. */
  perLength: number;
  /** Whoever names no price here has none. */
  isFree?: boolean;
}

/**
 * What something will cost is known only afterwards, so room is kept for it: as much as the most expensive so far, in proportion to the length
 * of the question where that is more, and this much on top for an answer that is longer.
 */
export const HEADROOM = 1.25;

/** How far a price may jump from one answer to the next without the limit being broken by what was in flight meanwhile. */
export const JUMP = 100;

/** The same in proportion to what is sent: prices per character differ less than prices of questions. */
export const JUMP_PER_LENGTH = 10;

export function expectedUsd({ cost, perSize }: Price, size: number): number {
  return HEADROOM * Math.max(cost, perSize * size);
}

/** What it may cost if prices jump meanwhile; without bound for somebody who has named no price, or was free so far. */
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
