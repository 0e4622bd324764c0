import { groupBy } from "../../text/index.ts";
import { plural } from "../../text/presentation/index.ts";
import type { CampaignComparison } from "./compare-campaigns.ts";
import type { LeftOutTrial } from "./side.ts";

const MOST_NAMED = 3;

/** Lists omitted trials of both sides, one line per reason. */
export function leftOutLines({ left_out }: Pick<CampaignComparison, "left_out">): string[] {
  return [...linesOf("base", left_out.base), ...linesOf("candidate", left_out.candidate)];
}

function linesOf(side: string, trials: readonly LeftOutTrial[]): string[] {
  return [...groupBy(trials, ({ reason }) => reason)].map(
    ([reason, same]) => `Left out of the ${side}: ${plural(same.length, "trial")} (${names(same)}): ${reason}.`,
  );
}

function names(trials: readonly LeftOutTrial[]): string {
  const named = trials
    .slice(0, MOST_NAMED)
    .map(({ model_id, case_id, repetition }) => `${model_id}/${case_id} #${repetition}`);
  const rest = trials.length - named.length;
  return `${named.join(", ")}${rest > 0 ? ` and ${rest} more` : ""}`;
}
