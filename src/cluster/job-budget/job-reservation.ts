import { type HoldOutcome, openLedger, temporaryAccount } from "../../campaign/index.ts";
import type { RequestSize } from "../../gateway/index.ts";
import type { JobBudget } from "./begin-job-budget.ts";

/** Budget of a job, and its prices so far. */
export interface JobReservation {
  /** Price of each answer, with upper bounds for interrupted ones; null without a price. */
  prices: (number | null)[];
  paid(usd: number | null): void;
  hold(size: RequestSize, signal?: AbortSignal): Promise<HoldOutcome>;
  roomUsd(): number | null;
}

/**
 * Spends the budget that the coordinator reserved for a trial, by its ledger's rules. The coordinator learns the actual cost from the
 * result, or from Redis if there is none: each request is counted there before it is sent.
 */
export async function openJobReservation(
  roomUsd: number | null,
  endpoint: string,
  budget: JobBudget,
): Promise<JobReservation> {
  const prices: (number | null)[] = [];
  const spent = () => prices.reduce((sum: number, usd) => sum + (usd ?? 0), 0);
  const noted = <Charged extends number | null>(usd: Charged): Charged => {
    prices.push(usd);
    if (roomUsd !== null) budget.paid(usd ?? 0);
    return usd;
  };
  const ledger = openLedger({ maxCostUsd: roomUsd, account: temporaryAccount() });
  const payer = { name: "trial", endpoint, size: 1, isFree: false, asksPerRequest: true };
  const reservation = await ledger.reserve(payer);

  async function hold(size: RequestSize, signal?: AbortSignal): Promise<HoldOutcome> {
    const held = reservation && (await reservation.hold(size, signal));
    if (!held?.ok) return held ?? { ok: false, refusal: ledger.stopReason() ?? "stopped: nothing may be spent" };
    const { request, mostUsd } = held;
    const counted = roomUsd === null ? 0 : (mostUsd ?? 0);
    await budget.hold(counted);
    let isSettled = false;
    const settle = <Charged>(charge: () => Charged, otherwise: Charged): Charged => {
      if (isSettled) return otherwise;
      isSettled = true;
      const charged = charge();
      budget.hold(-counted).catch(() => null);
      return charged;
    };
    return {
      ...held,
      request: {
        paid: (price) => settle(() => noted(request.paid(price)), null),
        lost: () => settle(() => noted(request.lost()), 0),
        free: () => settle(() => request.free(), undefined),
      },
    };
  }

  return {
    prices,
    paid(usd) {
      reservation?.paid(usd);
      noted(usd);
    },
    hold,
    roomUsd: () => (roomUsd === null ? null : roomUsd - spent()),
  };
}
