import { type Ledger, ledgersTogether, openAccount, openLedger, temporaryAccount } from "../../../campaign/index.ts";
import type { batch } from "../../../judging/index.ts";
import type { Store } from "../../../store/index.ts";

/**
 * Opens the ledger of a batch. An explicit limit covers everything ever spent under the name. The default covers one command, and endpoints
 * without prices count as free.
 */
export function openBatchLedger(
  store: Store,
  name: string,
  { maxTotalCostUsd, costCapDeclared }: batch.Measure,
  maxCostUsd: number | undefined,
): Ledger {
  const account = openAccount(store, `batch/${name}`);
  if (maxCostUsd !== undefined || costCapDeclared)
    return openLedger({ maxCostUsd: maxCostUsd ?? maxTotalCostUsd, account });
  const inAll = openLedger({ maxCostUsd: null, account });
  const now = openLedger({ maxCostUsd: maxTotalCostUsd, account: temporaryAccount(), unpriced: "free" });
  return { ...now, ...ledgersTogether(inAll, now), totalUsd: inAll.totalUsd, close: inAll.close };
}
