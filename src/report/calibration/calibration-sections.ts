import type { Calibration, JudgeMeasures, PreferenceMeasures, QuestionCalibration } from "../../calibration/index.ts";
import type { AgreementFigure, AlternativeAnnotatorTest, Undefined } from "../../statistics/index.ts";
import {
  agree,
  formatFixed,
  formatPercent,
  formatRange,
  formatSigned,
  formatUsd,
  plural,
} from "../../text/presentation/index.ts";
import { describeAlpha } from "../statistics/format-figures.ts";
import type { Section } from "../statistics/sections.ts";
import { correctionSection } from "./correction-section.ts";
import { formatProportion, winRateLines } from "./pair-text.ts";

/** Heading with the number of labels. */
export function calibrationHead({ labels, purpose, questions, preferences }: Calibration): string[] {
  return [
    `${plural(labels.measure, "label")} for measuring, ${labels.tune} for tuning${labels.stale > 0 ? `; ${labels.stale} stale, because their packets are no longer what a judge sees` : ""}.`,
    ...(purpose === "tune" ? ["These labels were used to tune a judge: they flatter it, and correct nothing."] : []),
    ...(labels.mixed > 0
      ? [
          `${plural(labels.mixed, "packet")} with labels for both purposes: labels used to tune a judge can't measure it.`,
        ]
      : []),
    ...(questions.length === 0 && preferences.length === 0
      ? [
          "Nothing that was judged has such labels yet. `assay label plan` draws what to label, `assay label` labels it.",
        ]
      : []),
  ];
}

/** Presents the judges' agreement by question, in a reader's order. */
export function calibrationSections({ questions, preferences }: Calibration): Section[] {
  return [
    ...questions.flatMap((found) => [
      trustSection(found),
      partSection(found),
      correctionSection(found.question, found.corrections, []),
      ...(found.disagreements.length > 0 ? [disagreementSection(found)] : []),
    ]),
    ...preferences.map(preferenceSection),
  ];
}

/** Compares every judge with people, and people with each other. */
export function trustSection(found: QuestionCalibration): Section {
  const { campaign, question, packets, trials, drawn, by_hand } = found;
  return {
    id: "trust",
    title: `${campaign}: ${question}`,
    table: {
      head: [
        "judge",
        "labels",
        "accuracy",
        "sensitivity",
        "specificity",
        "κ",
        "α",
        "rank ρ",
        "judge − humans",
        "cost a trial",
      ],
      rows: found.judges.map(judgeRow),
    },
    lines: [
      `${plural(packets, "packet")} of ${plural(trials, "trial")} ${agree(packets, "has", "have")} labels: ${drawn} drawn at random, ${by_hand} not.${by_hand > 0 ? " Agreement is therefore about the labelled trials, not about all." : ""}`,
      humanLine(found),
      ...found.judges.map(({ judge, alternative_annotator: test }) => alternativeLine(judge, test)),
      goodEnoughLine(found),
    ],
  };
}

function judgeRow({ judge, model, cost_usd, agreement }: JudgeMeasures): string[] {
  return [
    model === null ? judge : `${judge} (${model})`,
    String(agreement.labels),
    formatAgreement(agreement.accuracy, (value, more) => formatPercent(value, more)),
    formatAgreement(agreement.sensitivity, (value, more) => formatPercent(value, more)),
    formatAgreement(agreement.specificity, (value, more) => formatPercent(value, more)),
    formatAgreement(agreement.kappa, (value, more) => formatFixed(value, 2 + more)),
    formatAgreement(agreement.alpha, (value, more) => formatFixed(value, 2 + more)),
    formatAgreement(agreement.rank, (value, more) => formatFixed(value, 2 + more)),
    formatAgreement(agreement.level_bias, (value, more) => formatSigned(value, 2 + more)),
    cost_usd === null ? "not known" : formatUsd(cost_usd),
  ];
}

/** Formats `0.81 (0.70 to 0.90)`, or a dash if undetermined. */
function formatAgreement(figure: AgreementFigure | Undefined, write: (value: number, more: number) => string): string {
  if (!("value" in figure)) return "–";
  const { value, interval } = figure;
  return interval.kind === "undefined" ? write(value, 0) : `${write(value, 0)} (${formatRange(interval, write)})`;
}

function humanLine({ humans }: QuestionCalibration): string {
  const who = humans.annotators.map(({ annotator, labels }) => `${annotator} ${labels}`).join(", ");
  if (humans.same === null)
    return `Humans: ${who}. No packet was labelled by two of them, so how well humans agree is not known.`;
  return `Humans: ${who}. On ${plural(humans.shared, "packet")} that several labelled they say the same ${formatPercent(humans.same)} of the time; agreement ${describeAlpha(humans.alpha)}.`;
}

function alternativeLine(judge: string, test: AlternativeAnnotatorTest | Undefined): string {
  if (test.kind === "undefined") return `Whether ${judge} may replace an annotator can't be answered: ${test.reason}.`;
  const verdict = test.may_replace ? "may replace an annotator" : "may not replace an annotator";
  return `${judge} ${verdict}: it beats ${formatPercent(test.winning_rate)} of them with ε = ${test.epsilon}, and is as close to the others as they are, or closer, ${formatPercent(test.advantage)} of the time.`;
}

function goodEnoughLine({ good_enough: found }: QuestionCalibration): string {
  return found.kind === "undefined"
    ? `No judge is good enough yet: ${found.reason}.`
    : `The cheapest judge that is good enough is ${found.judge}: ${found.because}.`;
}

export function partSection({ judges, question }: QuestionCalibration): Section {
  return {
    id: "judge_parts",
    title: `Where judge and humans differ (${question})`,
    table: {
      head: ["judge", "by", "part", "labels", "judge − humans", "accuracy"],
      rows: judges.flatMap(({ judge, parts }) =>
        parts.map(({ by, part, labels, level_bias, accuracy }) => [
          judge,
          by,
          part,
          String(labels),
          formatAgreement(level_bias, (value, more) => formatSigned(value, 2 + more)),
          formatAgreement(accuracy, (value, more) => formatPercent(value, more)),
        ]),
      ),
    },
    lines: [],
  };
}

function disagreementSection({ disagreements, question }: QuestionCalibration): Section {
  return {
    id: "disagreements",
    title: `Furthest apart (${question})`,
    table: {
      head: ["trial", "judge", "humans"],
      rows: disagreements.map(({ trial_ids: [first, ...others], judge, label }) => [
        `${first!}${others.length > 0 ? ` and ${others.length} more` : ""}`,
        formatFixed(judge, 2),
        formatFixed(label, 2),
      ]),
    },
    lines: disagreements.some(({ page }) => page !== null)
      ? [
          "`assay view` shows them; add what follows to its address:",
          ...disagreements.flatMap(({ page }) => (page === null ? [] : [page])).slice(0, 3),
        ]
      : [],
  };
}

export function preferenceSection({
  campaign,
  pairs,
  labels,
  same,
  kappa,
  alternative_annotator,
  first_shown,
  win_rates,
}: PreferenceMeasures): Section {
  return {
    id: "preference",
    title: `${campaign}: preference`,
    table: null,
    lines: [
      `${plural(labels, "label")} of ${plural(pairs, "pair")}: the judges prefer what humans prefer ${same.kind === "undefined" ? "–" : `${formatPercent(same.share)} of the time (${formatRange(same.interval, (value, more) => formatPercent(value, more))})`}${kappa.kind === "undefined" ? "" : `; κ = ${formatFixed(kappa.kappa, 2)}`}.`,
      alternativeLine("the panel", alternative_annotator),
      ...(first_shown.kind === "undefined"
        ? []
        : [
            `Annotators chose what was shown as A ${formatProportion(first_shown)} of the time; half would be no bias.`,
          ]),
      ...winRateLines(win_rates),
    ],
  };
}
