/** The most that something has cost so far. */
export interface Price {
  cost: number;
  /** In proportion to the length of the question. */
  perSize: number;
}

/**
 * What something will cost is known only afterwards, so room is kept for it: as much as the most expensive so far, in proportion to the length
 * of the question where that is more, and this much on top for an answer that is longer.
 */
export const HEADROOM = 1.25;

export function expectedUsd({ cost, perSize }: Price, size: number): number {
  return HEADROOM * Math.max(cost, perSize * size);
}

export function moreExpensive(one: Price | null, other: Price): Price {
  return { cost: Math.max(one?.cost ?? 0, other.cost), perSize: Math.max(one?.perSize ?? 0, other.perSize) };
}
