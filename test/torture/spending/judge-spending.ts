import type { Charge } from "./billing-provider.ts";
import type { Order } from "./order.ts";
import type { Tried } from "./try-order.ts";

/** The effect of an order on its limit. */
export interface Verdict {
  /** Failures; empty when there are none. */
  broken: string[];
  /** By how much the bill was above the limit and what a single request explains, as a part of the limit; 0 when it was not. */
  beyond: number;
}

/** Tolerance for floating-point noise in sums. */
const ROUNDING = 1e-9;
const TENTH = 0.1;

export function judgeSpending(order: Order, tried: Tried): Verdict {
  const beyondUsd = Math.max(0, tried.billUsd - order.limitUsd - excusedUsd(order, tried));
  return {
    broken: [...overspent(order, tried, beyondUsd), ...wrongAccount(tried), ...leftHanging(tried)],
    beyond: beyondUsd / order.limitUsd,
  };
}

/**
 * The price of a first request is unknown, so the most expensive request may always be too much. Where prices change, that holds for one that
 * its client left, too: it goes alone, and that prices have jumped is known from it at the earliest. There, a tenth of the limit is excused
 * in any case.
 */
function excusedUsd({ limitUsd, world }: Order, { charges }: Tried): number {
  const dependsOnSize = world.tokensElsewhere === undefined && world.toolUsd === undefined;
  if (world.course.kind === "constant" && dependsOnSize) return largest(charges);
  return Math.max(largest(charges), TENTH * limitUsd);
}

function overspent({ limitUsd }: Order, { billUsd, charges }: Tried, beyondUsd: number): string[] {
  if (beyondUsd <= ROUNDING) return [];
  return [`paid $${billUsd.toPrecision(4)} of $${limitUsd.toPrecision(4)} with ${charges.length} requests`];
}

/** Assay has to know at least what it was told, and exactly that where every answer was read to its end. */
function wrongAccount({ billUsd, spentUsd, charges, requests }: Tried): string[] {
  const read = readCharges(charges, requests);
  const known = read.reduce((sum, { toldUsd }) => sum + toldUsd!, 0);
  const tolerance = ROUNDING + billUsd * ROUNDING;
  if (spentUsd < known - tolerance)
    return [`says that $${spentUsd.toPrecision(4)} were spent, although it was told of $${known.toPrecision(4)}`];
  if (read.length === charges.length && Math.abs(spentUsd - billUsd) > tolerance)
    return [`says that $${spentUsd.toPrecision(4)} were spent of a bill of $${billUsd.toPrecision(4)}`];
  return [];
}

function leftHanging({ requests }: Tried): string[] {
  const stuck = requests.filter(({ ended }) => ended === "stuck").length;
  return stuck === 0 ? [] : [`${stuck} requests got no answer`];
}

/** Those whose answer was read to its end, with a price in it. */
function readCharges(charges: readonly Charge[], requests: Tried["requests"]): Charge[] {
  const read = new Set(requests.filter(({ ended }) => ended === "read").map(({ id }) => id));
  return charges.filter(({ id, toldUsd }) => toldUsd !== null && read.has(id));
}

function largest(charges: readonly Charge[]): number {
  return charges.reduce((most, { usd }) => Math.max(most, usd), 0);
}
