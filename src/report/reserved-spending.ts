import type { CampaignSpending } from "../records/index.ts";
import { formatUsd } from "../text/presentation/index.ts";

/** What counts as spent without a price of its own, one sentence; none where everything spent has one. */
export function reservedSpending({ reserved_usd: reserved, spent_usd: spent }: CampaignSpending): string[] {
  if (!reserved) return [];
  return [
    `Of ${formatUsd(spent)} spent in all, ${formatUsd(reserved)} is reserved for requests that were broken off before their price was read; the provider may have charged less.`,
  ];
}
