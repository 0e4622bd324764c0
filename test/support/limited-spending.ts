import { temporaryAccount } from "../../src/campaign/spending/account.ts";
import { type Ledger, openLedger } from "../../src/campaign/spending/ledger.ts";
import type { Reservation } from "../../src/campaign/spending/reservation.ts";

/** One agent trial's spending, with the ledger that it is paid from. */
export async function limitedSpending(
  maxCostUsd: number | null,
): Promise<Pick<Reservation, "hold" | "paid" | "end"> & { ledger: Ledger }> {
  const ledger = openLedger({ maxCostUsd, account: temporaryAccount() });
  return { ...(await reserveTrial(ledger)), ledger };
}

/** A trial of an agent, whose requests are held one by one. */
async function reserveTrial(ledger: Ledger): Promise<Reservation> {
  const payer = { name: "model", endpoint: "https://api.example/v1", size: 1, isFree: false, asksPerRequest: true };
  const reservation = await ledger.reserve(payer);
  if (!reservation) throw new Error(ledger.stopReason() ?? "no room");
  return reservation;
}
