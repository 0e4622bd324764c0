import type { CampaignSpending } from "../records/index.ts";
import { formatUsd } from "../text/presentation/index.ts";

/** Returns the message after Ctrl-C, one sentence per line. */
export function interruption({ interrupted_usd: lost }: CampaignSpending): string[] {
  const kept = "Interrupted. What was finished is stored; the same command continues from there.";
  if (!lost) return [kept];
  return [kept, `What was in flight had cost ${formatUsd(lost)}; it is not stored, and will be run again.`];
}
