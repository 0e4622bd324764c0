import { nameOfTrial, type TrialResult, verdictsDisagree } from "../../records/index.ts";
import { agree, formatFixed, plural, shellWord } from "../../text/presentation/index.ts";
import { correctedAnswer } from "../calibration/calibration-verdict.ts";
import { winnerOf } from "../statistics/comparison-section.ts";
import { formatInterval } from "../statistics/format-figures.ts";
import type { CampaignReport } from "./campaign-report.ts";

/** Main conclusions of a campaign. */
export interface CampaignVerdict {
  /** The better model, or that no difference is shown. */
  answer: string;
  /** The result as corrected by labels; null without a correction. */
  corrected: string | null;
  /** True if the answer names a winner. */
  isDecided: boolean;
  /** Trials that a person should look at, with the reason; null without any. */
  eyes: string | null;
  /** Command that shows the first of them, or null. */
  next: string | null;
}

const MOST_NAMED = 3;

export function campaignVerdict(report: CampaignReport): CampaignVerdict {
  const { answer, isDecided } = answerOf(report);
  const doubtful = trialsForEyes(report);
  const first = doubtful[0]?.trial ?? lowestOf(report.trials);
  return {
    answer,
    corrected: describeCorrection(report),
    isDecided,
    eyes: doubtful.length > 0 ? eyesLine(doubtful) : null,
    next: first ? `assay show ${shellWord(nameOfTrial(first))}` : null,
  };
}

function answerOf(report: CampaignReport): Pick<CampaignVerdict, "answer" | "isDecided"> {
  const { statistics, judge_runs, totals } = report;
  const { models, comparisons } = statistics;
  const [best, ...others] = models;
  if (judge_runs.length === 0) return { answer: describePassed(report), isDecided: totals.checked > 0 };
  if (totals.scored === 0 || !best) return { answer: "No trial has a score.", isDecided: false };
  if (others.length === 0) return { answer: describeScore(report), isDecided: true };
  if (comparisons.length === 1)
    return { answer: comparisons[0]!.sentence, isDecided: winnerOf(comparisons[0]!) !== null };
  const won = comparisons.filter((pair) => winnerOf(pair) === best.model_id);
  const highest = best.score.kind === "mean" ? ` (${formatFixed(best.score.mean, 2)})` : "";
  if (won.length > 0) {
    const beaten = won.map(({ first, second }) => (first.id === best.model_id ? second.label : first.label));
    const open = others.length - beaten.length;
    const rest = open === 0 ? "" : `; no difference shown from ${plural(open, "other")}`;
    return {
      answer: `${best.label} scores highest${highest}: it is better than ${listed(beaten)}${rest}.`,
      isDecided: true,
    };
  }
  const decided = comparisons.filter((pair) => winnerOf(pair) !== null).length;
  if (decided === 0)
    return {
      answer: `No difference shown between any two of ${plural(models.length, "model")}; ${best.label} scores highest${highest}.`,
      isDecided: false,
    };
  return {
    answer: `${best.label} scores highest${highest}, but no difference is shown from those behind it; ${decided} of ${plural(comparisons.length, "pair")} differ.`,
    isDecided: false,
  };
}

/** Describes the first corrected question, since labels may reverse the answer. */
function describeCorrection({ corrected = [] }: CampaignReport): string | null {
  const found = corrected.find(({ corrections }) => corrections.kind !== "undefined");
  return found ? correctedAnswer(found) : null;
}

/** Describes a single model, which has no comparison. */
function describeScore({ statistics, model_summaries }: CampaignReport): string {
  const { label, score } = statistics.models[0]!;
  const { passed, decided } = model_summaries[0]!;
  if (score.kind === "undefined") return `${label} has no score: ${score.reason}.`;
  const interval =
    score.interval.kind === "interval"
      ? `, 95 % interval ${formatInterval(score.interval, (value, more) => formatFixed(value, 2 + more))}`
      : "";
  const passes = passed === null || decided === 0 ? "" : `; ${passed} of ${plural(decided, "trial")} passed`;
  return `${label} scores ${formatFixed(score.mean, 2)} on ${plural(score.cases, "case")}${interval}${passes}.`;
}

/** Describes passes, which are the result without judges. */
function describePassed({ model_summaries }: CampaignReport): string {
  const each = model_summaries.map(({ label, passed, decided }) => `${label} ${passed ?? 0} of ${decided}`);
  return `Trials that pass every check: ${each.join(", ")}.`;
}

interface Doubtful {
  trial: TrialResult;
  why: string;
}

/** Finds trials whose figures need a person's attention, those without any first. */
function trialsForEyes({ trials, aggregation, judge_runs }: CampaignReport): Doubtful[] {
  const reasons: [string, (trial: TrialResult) => boolean][] = [
    ["no score", ({ state }) => judge_runs.length > 0 && (state === "unscored" || state === "not_judged")],
    ["judges disagree", (trial) => verdictsDisagree(trial, aggregation.pass_threshold)],
    ["a quote was not found", ({ grounding }) => (grounding.places.nowhere ?? 0) > 0],
    ["a check could not be decided", ({ checks }) => checks.not_passed.some(({ outcome }) => outcome === "error")],
  ];
  const taken = new Map<TrialResult, Doubtful>();
  for (const [why, applies] of reasons)
    for (const trial of trials)
      if (trial.run_id !== null && !taken.has(trial) && applies(trial)) taken.set(trial, { trial, why });
  return [...taken.values()];
}

function eyesLine(doubtful: readonly Doubtful[]): string {
  const named = doubtful.slice(0, MOST_NAMED).map(({ trial, why }) => `${nameOfTrial(trial)} (${why})`);
  const rest = doubtful.length - named.length;
  const count = doubtful.length;
  return `${plural(count, "trial")} ${agree(count, "needs", "need")} your eyes: ${named.join(", ")}${rest > 0 ? ` and ${rest} more` : ""}.`;
}

function lowestOf(trials: readonly TrialResult[]): TrialResult | undefined {
  const failed = trials.find(({ passed, run_id }) => passed === false && run_id !== null);
  const scored = trials.filter(({ score }) => score !== null);
  return (
    scored.reduce<TrialResult | undefined>(
      (lowest, trial) => (lowest === undefined || trial.score! < lowest.score! ? trial : lowest),
      undefined,
    ) ??
    failed ??
    trials.find(({ run_id }) => run_id !== null)
  );
}

function listed(names: readonly string[]): string {
  const shown = names.slice(0, MOST_NAMED);
  const rest = names.length - shown.length;
  if (rest > 0) return `${shown.join(", ")} and ${rest} more`;
  return shown.length === 1 ? shown[0]! : `${shown.slice(0, -1).join(", ")} and ${shown.at(-1)}`;
}
