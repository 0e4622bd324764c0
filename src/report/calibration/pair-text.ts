import type { PairCalibration, WinRate } from "../../calibration/index.ts";
import type { Proportion, Undefined } from "../../statistics/index.ts";
import {
  escapeMarkdown,
  explainRough,
  formatFixed,
  formatPercent,
  formatRange,
  plural,
  visibleLine,
} from "../../text/presentation/index.ts";
import { intervalOf } from "./corrected-rows.ts";

/** Renders a judge's agreement with people's preferences, with the answer first. */
export function pairCalibrationText(found: PairCalibration): string {
  return pairLines(found).map(visibleLine).join("\n");
}

export function pairCalibrationMarkdown(found: PairCalibration): string {
  const [first, ...rest] = pairLines(found);
  return [`## ${escapeMarkdown(first!)}`, rest.map((line) => `- ${escapeMarkdown(line)}`).join("\n")].join("\n\n");
}

function pairLines(found: PairCalibration): string[] {
  const { pairs, labelled, unanswered, accuracy, kappa, position, win_rates, not_corrected } = found;
  return [
    accuracy.kind === "undefined"
      ? `Whether the judge prefers what people prefer is not known: ${accuracy.reason}.`
      : `The judge prefers what people prefer ${formatProportion(accuracy)} of the time${kappa.kind === "undefined" ? "" : `; κ = ${formatFixed(kappa.kappa, 2)}`}.`,
    `${plural(pairs, "pair")}, ${labelled} labelled${unanswered > 0 ? `, ${unanswered} without a valid answer of the judge` : ""}.`,
    position.both_orders === 0
      ? "No pair was judged in both orders, so whether the order decides is not known."
      : `Of ${plural(position.both_orders, "pair")} judged in both orders, ${formatProportion(position.consistent)} get the same preference in both.${position.first_preferred.kind === "undefined" ? "" : ` Where the order decides, ${formatProportion(position.first_preferred)} go to what is shown first; half would be no bias.`}`,
    ...winRateLines(win_rates, not_corrected),
  ];
}

/** Lists win rates between subjects, by the judge alone and corrected by labels. */
export function winRateLines(rates: readonly WinRate[], notCorrected: string | null = null): string[] {
  return rates.flatMap(({ first, second, pairs, judge_alone, corrected }) => {
    const alone = `${first} beats ${second} in ${formatPercent(judge_alone)} of ${plural(pairs, "pair")} by the judge alone, ties as halves`;
    if (corrected.kind === "undefined")
      return [`${alone}. Labels correct nothing: ${notCorrected ?? corrected.reason}.`];
    const { interval, value } = corrected.corrected;
    const range = intervalOf(interval, (share, more = 0) => formatPercent(share, more));
    return [
      `${alone}; corrected by ${plural(corrected.labels, "label")} in ${formatPercent(value)}, 95 % interval ${range} (λ = ${formatFixed(corrected.lambda, 2)}).`,
      ...explainRough([interval]),
    ];
  });
}

export function formatProportion(share: Proportion | Undefined): string {
  if (share.kind === "undefined") return "–";
  return `${formatPercent(share.share)} (${formatRange(share.interval, (value, more) => formatPercent(value, more))})`;
}
