import { type BillingProvider, type Charge, openBillingProvider } from "./billing-provider.ts";
import { type Budget, openBudget } from "./budget.ts";
import type { Order, TrialOrder } from "./order.ts";
import { type SpentRequest, spend } from "./spend.ts";

/** The outcome of an order: the bill of the provider, and what Assay says. */
export interface Tried {
  billUsd: number;
  spentUsd: number;
  charges: Charge[];
  requests: SpentRequest[];
  mostUnderWay: number;
}

/** Spends as ordered: a limit, a provider and every trial of its own. */
export async function tryOrder(order: Order): Promise<Tried> {
  const provider = await openBillingProvider(order.world);
  const budget = openBudget(order.limitUsd, provider.baseUrl);
  try {
    const spent = await Promise.all(order.trials.map((trial, at) => runTrial(trial, `t${at}`, budget, provider)));
    await provider.settled();
    const { charges } = provider;
    const billUsd = provider.billUsd();
    return {
      billUsd,
      spentUsd: budget.spentUsd(),
      charges,
      requests: spent.flat(),
      mostUnderWay: provider.mostUnderWay(),
    };
  } finally {
    await budget.close();
    await provider.close();
  }
}

/** Waits for room as a campaign does, and ends when its requests have or when it is told to. */
async function runTrial(
  trial: TrialOrder,
  name: string,
  budget: Budget,
  provider: BillingProvider,
): Promise<SpentRequest[]> {
  const access = await budget.openTrial();
  if (!access) return [];
  const requests = spend(trial, access, provider, name);
  if (trial.endsAfter === undefined) await requests;
  else await Promise.race([requests, provider.arrivals(trial.endsAfter)]);
  await access.close();
  return await requests;
}
