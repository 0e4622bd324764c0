import { EVIDENCE_PLACES } from "../../records/index.ts";
import {
  agree,
  explainRough,
  formatFixed,
  formatPercent,
  formatPoints,
  isRoughLine,
  plural,
  type Tone,
} from "../../text/presentation/index.ts";
import type { CampaignStatistics } from "./campaign-statistics.ts";
import { comparisonSections } from "./comparison-section.ts";
import { describeAlpha, formatInterval, formatRate, formatShare } from "./format-figures.ts";
import type { JudgeAgreement } from "./judge-agreement.ts";
import { noiseLines } from "./noise-text.ts";
import { variantSection } from "./variant-section.ts";

export type SectionId =
  | "models"
  | "dimensions"
  | "cases"
  | "dataset_rows"
  | "reasons"
  | "checks"
  | "self_naming"
  | "broken_answers"
  | "warnings"
  | "scores"
  | "variants"
  | "differences"
  | "reliability"
  | "judges"
  | "noise"
  | "trust"
  | "judge_parts"
  | "correction"
  | "disagreements"
  | "preference";

/** Section of a report, before rendering. */
export interface Section {
  /** Constant for a kind of section, whatever its title. */
  id: SectionId;
  title: string;
  /** `keys`: number of columns that identify a row, if more than the first. */
  table: { head: string[]; rows: string[][]; keys?: number } | null;
  lines: string[];
  /** Tone of the lines, if not neutral. */
  tone?: Tone;
}

/** Presents a campaign's statistics in a reader's order. */
export function statisticsSections(statistics: CampaignStatistics): Section[] {
  return explainedOnce([
    scoreSection(statistics),
    ...(statistics.variants ? [variantSection(statistics.variants)] : []),
    ...comparisonSections(statistics),
    reliabilitySection(statistics),
    judgeSection(statistics),
    { id: "noise", title: "Where the noise comes from", table: null, lines: noiseLines(statistics.noise) },
  ]).filter(({ table, lines }) => table !== null || lines.length > 0);
}

/** Explains each mark where it first appears. */
function explainedOnce(sections: Section[]): Section[] {
  const said = new Set<string>();
  return sections.map((section) => ({
    ...section,
    lines: section.lines.filter((line) => !isRoughLine(line) || (!said.has(line) && said.add(line))),
  }));
}

function scoreSection({ models }: CampaignStatistics): Section {
  const reasons = new Set(
    models.flatMap(({ score }) =>
      score.kind === "mean" && score.interval.kind === "undefined" ? [score.interval.reason] : [],
    ),
  );
  return {
    id: "scores",
    title: "Scores with 95 % intervals",
    table: {
      head: ["model", "score", "95 % interval", "cases", "without score"],
      rows: models.map(({ label, score, trials, trials_without_score }) => {
        const missing = trials_without_score === 0 ? "0" : `${trials_without_score} of ${plural(trials, "trial")}`;
        if (score.kind === "undefined") return [label, "none", "–", "0", missing];
        return [
          label,
          formatFixed(score.mean, 2),
          formatInterval(score.interval, (value, more) => formatFixed(value, 2 + more)),
          String(score.cases),
          missing,
        ];
      }),
    },
    lines: [
      ...[...reasons].map((reason) => `No interval where ${reason}.`),
      ...explainRough(models.flatMap(({ score }) => (score.kind === "mean" ? [score.interval] : []))),
    ],
  };
}

export function reliabilitySection({ models, pass_threshold, passes_by_checks }: CampaignStatistics): Section {
  const lines = models.flatMap(({ label, reliability }) => {
    if (reliability === null) return [];
    const every = reliability.all_of_k.at(-1);
    const all = every ? `; all of ${plural(every.k, "run")} pass: ${formatRate(every.rate)}` : "";
    return [`${label} passes: ${formatRate(reliability.pass_rate)}${all}`];
  });
  const rates = models.flatMap(({ reliability }) =>
    reliability === null ? [] : [reliability.pass_rate, reliability.all_of_k.at(-1)?.rate ?? reliability.pass_rate],
  );
  lines.push(...explainRough(rates.map((rate) => (rate.kind === "mean" ? rate.interval : rate))));
  const score = pass_threshold === null ? [] : [`a score of ${pass_threshold} or more`];
  const checks = passes_by_checks === "none" ? [] : [`every ${passes_by_checks === "all" ? "" : "required "}check`];
  const needs = passes_by_checks === "all" ? checks : [...score, ...checks];
  return { id: "reliability", title: `Reliability (${describePassing(needs)})`, table: null, lines };
}

function describePassing(needs: string[]): string {
  const [first, second] = needs;
  if (second !== undefined) return `${first} and ${second} pass`;
  return first?.startsWith("every") ? `a trial passes with ${first}` : `${first} passes`;
}

function judgeSection({ agreement, rates }: CampaignStatistics): Section {
  const offsets = agreement.offsets?.filter(({ offset }) => Math.abs(offset) >= 0.3) ?? [];
  const repeated = agreement.repetitions.filter(
    ({ agreement: alpha }) => alpha.kind === "agreement" || alpha.reason !== "no unit was rated twice",
  );
  return {
    id: "judges",
    title: "Judges",
    table: null,
    lines: [
      ...repeated.map(
        ({ judge_run_id, agreement: alpha }) => `Repetitions of ${judge_run_id} agree: ${describeAlpha(alpha)}.`,
      ),
      ...(repeated.length === 0
        ? ["Agreement of repetitions is not known: every trial was judged once per judge."]
        : []),
      ...(agreement.repetitions.length > 1
        ? [`Judges agree with each other: ${describeAlpha(agreement.between_judges)}${warnOfEqualScores(agreement)}.`]
        : []),
      ...(agreement.furthest_apart ? [describeFurthest(agreement.furthest_apart)] : []),
      ...offsets.map(
        ({ judge_run_id, offset }) =>
          `${judge_run_id} scores ${formatPoints(Math.abs(offset))} ${offset < 0 ? "below" : "above"} the panel's mean.`,
      ),
      ...(rates.shared > 0 ? [describeShared(rates.shared)] : []),
      `Unscored trials: ${formatShare(rates.unscored)}. Broken verdicts: ${formatShare(rates.broken_verdicts)}.`,
      `Ambiguous trials (verdicts disagree): ${formatShare(rates.ambiguous)}. Quotes found in what the judge saw of the subject: ${formatShare(rates.grounded)}.`,
      ...placeLines(rates.quoted_from),
      ...(rates.task_only.kind === "proportion" && rates.task_only.share > 0
        ? [
            `Quotes of the task or the rubric alone, which tell nothing about the subject: ${formatShare(rates.task_only)}.`,
          ]
        : []),
      ...(rates.grounded.kind === "proportion" && rates.grounded.share < 0.9
        ? [
            `Only ${formatPercent(rates.grounded.share)} of the quotes are found in what the judge saw of the subject: read some verdicts before trusting the scores.`,
          ]
        : []),
    ],
  };
}

/** Describes where quotes come from: judges who quote only answers may have missed the files. */
function placeLines(quotedFrom: CampaignStatistics["rates"]["quoted_from"]): string[] {
  const counted = [...EVIDENCE_PLACES, "nowhere" as const].flatMap((place) =>
    quotedFrom[place] ? [`${place.replace("_", " ")} ${quotedFrom[place]}`] : [],
  );
  return counted.length > 0 ? [`Quotes by where they are: ${counted.join(", ")}.`] : [];
}

function describeShared(shared: number): string {
  const who = `${plural(shared, "trial")} ${agree(shared, "was", "were")} identical to another one`;
  return `${who} in everything the judges saw, so the verdicts are shared; agreement, broken verdicts and quotes count them once.`;
}

/** Warns that α compares disagreement with the spread of all scores, so that judges look unreliable when scores hardly vary. */
function warnOfEqualScores({ between_judges: alpha, furthest_apart }: JudgeAgreement): string {
  const isLow = alpha.kind === "agreement" && alpha.alpha < 0.667;
  const isClose = furthest_apart !== null && furthest_apart.points <= 1;
  return isLow && isClose ? ", or the trials are too alike to tell: judges are never more than a point apart" : "";
}

function describeFurthest({
  model_id,
  case_id,
  repetition,
  points: apart,
}: NonNullable<JudgeAgreement["furthest_apart"]>) {
  return `They are furthest apart on ${model_id}/${case_id} #${repetition}: ${formatPoints(apart)} points between the lowest and the highest.`;
}
