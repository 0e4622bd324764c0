import { verdictsDisagree } from "../../../records/index.ts";
import type { CampaignReport, Comparison } from "../../../report/index.ts";
import { plural } from "../../../text/presentation/index.ts";
import type { VerdictCard } from "../../wire/index.ts";

/** The forest plot has the remaining sentences. */
const MOST_SENTENCES = 4;

/** Composes the main findings, and the trials that a person should look at. */
export function composeVerdict(report: CampaignReport): VerdictCard {
  return { sentences: sentencesOf(report), needs_eyes: needsEyes(report) };
}

function sentencesOf({ statistics, models, judge_runs, totals }: CampaignReport): string[] {
  if (totals.scored + totals.checked === 0) return ["None of it has been judged yet; `assay run-eval` judges it."];
  if (judge_runs.length === 0) return ["No judge was asked: a trial passes when every check does."];
  const pooled = statistics.variants?.comparisons ?? [];
  const comparisons = [...pooled, ...statistics.comparisons];
  const isShown = ({ verdict }: Comparison) => verdict === "first_better" || verdict === "second_better";
  const shown = comparisons.filter(isShown);
  const open = comparisons.filter((comparison) => !isShown(comparison));
  if (comparisons.length === 0)
    return [`${models[0]?.label ?? "One subject"} is alone: there is nothing to compare it with.`];
  const told = [...shown, ...open].slice(0, MOST_SENTENCES).map(({ sentence }) => sentence);
  const rest = comparisons.length - told.length;
  return rest === 0 ? told : [...told, `${plural(rest, "more comparison")} below.`];
}

/** Uses the filters of the campaign's page. */
function needsEyes({ trials, aggregation }: CampaignReport): VerdictCard["needs_eyes"] {
  const count = (isWanted: (trial: CampaignReport["trials"][number]) => boolean) => trials.filter(isWanted).length;
  return [
    {
      count: count((trial) => verdictsDisagree(trial, aggregation.pass_threshold)),
      words: "judges disagree",
      filter: "disagreement",
    },
    {
      count: count(({ grounding }) => (grounding.places.nowhere ?? 0) > 0),
      words: "quote not found",
      filter: "unfounded",
    },
    { count: count(({ state }) => state === "unscored"), words: "unscored", filter: "unscored" },
    { count: count(({ state }) => state === "not_judged"), words: "not judged", filter: "not_judged" },
  ].filter((item) => item.count > 0);
}
