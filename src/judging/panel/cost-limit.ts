import type { Gateway } from "../../gateway/index.ts";
import { formatUsd } from "../../presentation/index.ts";
import type { ChatOutcome } from "../../records/index.ts";

/** A limit on what is spent, shared by all judges of one command. */
export interface CostLimit {
  /**
   * One guard per judge, because judges differ in price. Ask through its gateway, so that costs are seen, and give
   * `() => guard.mayAsk(characters of the prompt)` to askJudge.
   */
  guard(gateway: Gateway): CostGuard;
  /** What was spent by calls through the guards, in USD. */
  spentUsd(): number;
  /** Why nothing more is asked, for people; null while there is room. */
  stopReason(): string | null;
}

export interface CostGuard {
  gateway: Gateway;
  mayAsk(promptCharacters: number): Promise<boolean>;
}

/**
 * What a call will cost is known only afterwards, so room is kept for it: the most expensive call of this judge so far, in
 * proportion to the length of the prompt where that is more, and this much on top for an answer that is longer.
 */
const HEADROOM = 1.25;

/**
 * A cap that holds before it is crossed: a question is asked only if its expected cost and that of all questions in
 * flight still fit. A judge's first question goes alone, since nothing is known about its price yet; it is taken to cost as much as the
 * most expensive of the others. A provider that reports no cost
 * cannot be held to a cap, so after the first such answer nothing more is asked, unless the cap was nobody's wish
 * (`unpriced: "free"`, for defaults: a server of one's own reports no cost and has none). Offline programs are free.
 */
export function createCostLimit(
  maxCostUsd: number | null,
  { unpriced = "stop" }: { unpriced?: "stop" | "free" } = {},
): CostLimit {
  let spent = 0;
  let stopped: string | null = null;
  /** The most expensive call of any judge: what a judge nobody has asked yet is taken to cost. */
  let highestOfAll: Price | null = null;
  const inFlight = new Set<Reservation>();
  let waiting: (() => void)[] = [];
  const wake = () => {
    const woken = waiting;
    waiting = [];
    for (const resume of woken) resume();
  };
  const stop = (reason: string) => {
    stopped ??= reason;
    wake();
  };

  function guard(gateway: Gateway): CostGuard {
    if (gateway.offline || maxCostUsd === null) return countOnly(gateway);
    const judge = Symbol("judge");
    let highest: Price | null = null;
    const granted: Reservation[] = [];

    async function mayAsk(promptCharacters: number): Promise<boolean> {
      for (;;) {
        if (stopped !== null) return false;
        const price = highest ?? highestOfAll;
        const expected = price && HEADROOM * Math.max(price.cost, price.perCharacter * promptCharacters);
        const reserved = [...inFlight].reduce((sum, reservation) => sum + reservation.usd, 0);
        const isAlone = ![...inFlight].some((reservation) => reservation.judge === judge);
        const hasRoom = expected === null ? spent + reserved < maxCostUsd! : spent + reserved + expected <= maxCostUsd!;
        const fits = hasRoom && (highest !== null || isAlone);
        if (fits) {
          const reservation = { judge, usd: expected ?? 0, characters: promptCharacters };
          inFlight.add(reservation);
          granted.push(reservation);
          return true;
        }
        // What is in flight may turn out cheaper than expected; only when nothing is, the cap has been reached.
        if (inFlight.size === 0) {
          stop(`stopped at ${formatUsd(spent, 4)}: the next call might cross the limit of $${maxCostUsd}`);
          return false;
        }
        await new Promise<void>((resume) => waiting.push(resume));
      }
    }

    function settle(outcome: ChatOutcome, characters: number) {
      if (outcome.status !== "answered") return;
      const cost = outcome.usage?.cost_usd ?? null;
      if (cost === null && unpriced === "free") {
        highest ??= { cost: 0, perCharacter: 0 };
        return;
      }
      if (cost === null) {
        stop(`stopped: ${gateway.endpoint} reports no cost, so a limit of $${maxCostUsd} cannot be kept`);
        return;
      }
      spent += cost;
      const paid = { cost, perCharacter: cost / Math.max(1, characters) };
      highest = dearer(highest, paid);
      highestOfAll = dearer(highestOfAll, paid);
    }

    return {
      mayAsk,
      gateway: {
        endpoint: gateway.endpoint,
        offline: gateway.offline,
        async complete(request, settings) {
          // askJudge sends right after it was allowed to, so permissions are used in the order they were given.
          const reservation = granted.shift();
          try {
            const outcome = await gateway.complete(request, settings);
            settle(outcome, reservation?.characters ?? 1);
            return outcome;
          } finally {
            if (reservation) inFlight.delete(reservation);
            wake();
          }
        },
      },
    };
  }

  function countOnly(gateway: Gateway): CostGuard {
    return {
      mayAsk: async () => stopped === null,
      gateway: {
        endpoint: gateway.endpoint,
        offline: gateway.offline,
        async complete(request, settings) {
          const outcome = await gateway.complete(request, settings);
          if (outcome.status === "answered") spent += outcome.usage?.cost_usd ?? 0;
          return outcome;
        },
      },
    };
  }

  return { guard, spentUsd: () => spent, stopReason: () => stopped };
}

interface Price {
  cost: number;
  perCharacter: number;
}

function dearer(one: Price | null, other: Price): Price {
  return {
    cost: Math.max(one?.cost ?? 0, other.cost),
    perCharacter: Math.max(one?.perCharacter ?? 0, other.perCharacter),
  };
}

interface Reservation {
  judge: symbol;
  usd: number;
  characters: number;
}
