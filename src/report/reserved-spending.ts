import type { CampaignSpending } from "../records/index.ts";
import { formatUsd } from "../text/presentation/index.ts";

/** Describes spending without a known price; nothing if all prices are known. */
export function reservedSpending({ reserved_usd: reserved, spent_usd: spent }: CampaignSpending): string[] {
  if (!reserved) return [];
  return [
    `Of ${formatUsd(spent)} spent in all, ${formatUsd(reserved)} is reserved for requests that were broken off before their price was read; the provider may have charged less.`,
  ];
}
