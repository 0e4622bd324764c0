import { explainRough, formatUsd, plural } from "../../../text/presentation/index.ts";
import type { RubricSummary } from "./summary.ts";

/** The counts, and caveats to know before anything else. */
export function summaryRemarks(summary: RubricSummary): { counted: string; remarks: SummaryRemark[] } {
  const { verdicts, invalid, unanswered } = summary.judgements;
  const remarks: SummaryRemark[] = [];
  const say = (word: string, text: string) => remarks.push({ word, text });
  if (summary.offline)
    say("Offline", ": judged by rules and not by a language model; the scores show the machinery, not quality.");
  if (summary.self_judged > 0)
    say(
      "Self-judging",
      `: in ${plural(summary.self_judged, "judgement")} the judge is the model that wrote the output.`,
    );
  if (summary.cost_usd !== null && summary.cost_usd > 0)
    say("", `The judgements cost ${formatUsd(summary.cost_usd, 4)} in total, whenever they were paid.`);
  if (summary.unknown_roles.length > 0)
    say("", `The records do not tell: ${summary.unknown_roles.join(", ")}; what needs it is missing below.`);
  return {
    counted: `${plural(verdicts, "valid judgement")} of ${plural(summary.samples, "sample")}; ${invalid} invalid and ${unanswered} unanswered ones are left out and listed in invalid.csv.`,
    remarks,
  };
}

/** A remark, with an emphasized first word. */
export interface SummaryRemark {
  word: string;
  text: string;
}

export function summaryNotes({ means, differences, self_naming }: RubricSummary): string[] {
  const intervals = [
    ...[...means, ...(self_naming?.means_without ?? [])].map(({ mean }) => mean),
    ...[...differences, ...(self_naming?.differences_without ?? [])].map(({ difference }) => difference),
  ].map((figure) => (figure.kind === "undefined" ? figure : figure.interval));
  return [
    // Explains the mark beside an interval, if there is one.
    ...explainRough(intervals),
    "Intervals are 95 %. Means and differences take the question as the unit: all scores of one question are averaged first. A difference is the second variant minus the first; p is from a sign-flip test, adjusted by Holm for all differences here. α is Krippendorff's, ordinal: 1 is perfect agreement, 0 is chance.",
  ];
}
