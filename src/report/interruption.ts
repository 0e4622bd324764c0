import { formatUsd } from "../presentation/index.ts";
import type { CampaignSpending } from "../records/index.ts";

/** What is said after Ctrl-C, one sentence a line. */
export function interruption({ interrupted_usd: lost }: CampaignSpending): string[] {
  const kept = "Interrupted. What was finished is stored; the same command continues from there.";
  if (!lost) return [kept];
  return [kept, `What was in flight had cost ${formatUsd(lost)}; it is not stored, and will be run again.`];
}

/** What counts as spent without a price of its own, one sentence; none where everything spent has one. */
export function reservedSpending({ reserved_usd: reserved, spent_usd: spent }: CampaignSpending): string[] {
  if (!reserved) return [];
  return [
    `Of ${formatUsd(spent)} spent in all, ${formatUsd(reserved)} is reserved for requests that were broken off before their price was read; the provider may have charged less.`,
  ];
}
