import { type Ledger, openAccount, openLedger, runProfileFingerprint } from "../../campaign/index.ts";
import { type CampaignSpending, profileFolder, type RunFacts } from "../../records/index.ts";
import { runsFolder } from "../../store/index.ts";
import type { OpenedCampaign } from "../open/open-campaign.ts";

/** The one ledger of a campaign: its trials and its judges spend from it, in this command and in every other on the store. */
export function campaignLedger({ config, store }: OpenedCampaign, { maxCostUsd }: { maxCostUsd?: number }): Ledger {
  const { suite, runProfile } = config;
  const run_profile = profileFolder(runProfile.run_profile_id, runProfileFingerprint(runProfile));
  const account = openAccount(store, runsFolder({ suite_id: suite.suite_id, run_profile }));
  return openLedger({ maxCostUsd: maxCostUsd ?? null, account });
}

/** `storedUsd` is what everything cost that this command did and stored. What is reserved is no price of anything. */
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

/** What a stored run cost, its simulated user included. */
export function costOfRun({ cost_usd, user_cost_usd }: Pick<RunFacts, "cost_usd" | "user_cost_usd">): number {
  return (cost_usd ?? 0) + (user_cost_usd ?? 0);
}

/** A sum of floats carries digits that nobody paid. */
function rounded(usd: number): number {
  return Math.round(usd * 1e9) / 1e9;
}
