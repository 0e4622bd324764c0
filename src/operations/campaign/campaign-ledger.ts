import { type Ledger, nameOfRuns, openAccount, openLedger } from "../../campaign/index.ts";
import type { CampaignSpending, RunFacts } from "../../records/index.ts";
import { runsFolder } from "../../store/index.ts";
import type { OpenedCampaign } from "../open/open-campaign.ts";

/** Opens the ledger of a campaign, shared by its trials and judges and by all commands on the store. */
export function openCampaignLedger({ config, store }: OpenedCampaign, { maxCostUsd }: { maxCostUsd?: number }): Ledger {
  const account = openAccount(store, runsFolder(nameOfRuns(config)));
  return openLedger({ maxCostUsd: maxCostUsd ?? null, account });
}

/** `storedUsd` is the cost of everything this command did and stored. Reservations are not included. */
export function spendingOf(ledger: Ledger, storedUsd?: number): CampaignSpending {
  const interrupted = storedUsd === undefined ? 0 : rounded(ledger.paidUsd() - storedUsd);
  const reserved = rounded(ledger.reservedUsd());
  return {
    spent_usd: rounded(ledger.totalUsd()),
    max_cost_usd: ledger.maxCostUsd,
    ...(reserved > 0 ? { reserved_usd: reserved } : {}),
    ...(interrupted > 0 ? { interrupted_usd: interrupted } : {}),
  };
}

/** Returns the cost of a stored run, including its simulated user. */
export function costOfRun({ cost_usd, user_cost_usd }: Pick<RunFacts, "cost_usd" | "user_cost_usd">): number {
  return (cost_usd ?? 0) + (user_cost_usd ?? 0);
}

/** Rounds away the digits that summing floats adds. */
function rounded(usd: number): number {
  return Math.round(usd * 1e9) / 1e9;
}
