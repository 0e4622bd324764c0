import type { Calibration, CorrectedComparison, QuestionCalibration } from "../../../calibration/index.ts";
import {
  type CorrectedRow,
  calibrationHead,
  correctedRows,
  correctionSection,
  partSection,
  preferenceSection,
  trustSection,
} from "../../../report/index.ts";
import type { EstimatedFigure } from "../../../statistics/index.ts";
import { formatFixed, plural } from "../../../text/presentation/index.ts";
import type {
  CalibratedQuestion,
  CalibrationPage,
  CorrectedCard,
  CorrectedFigure,
  CurvePicture,
  DrawnEstimate,
  FarApart,
} from "../../wire/index.ts";

/** Composes the page about a campaign's labels and judges. */
export function composeCalibrationPage(name: string, calibration: Calibration): CalibrationPage {
  return {
    name,
    head: calibrationHead(calibration),
    questions: calibration.questions.map(calibratedQuestion),
    preferences: calibration.preferences.map((found) => ({ ...preferenceSection(found), title: "Preferences" })),
  };
}

function calibratedQuestion(found: QuestionCalibration): CalibratedQuestion {
  const { question } = found;
  return {
    question,
    trust: { ...trustSection(found), title: `Judges against people (${question})` },
    parts: partSection(found),
    corrected: correctedCard(found),
    curve: drawnCurve(found),
    disagreements: found.disagreements.flatMap((own) => farApart(own, found.campaign)),
  };
}

function correctedCard({ question, corrections }: QuestionCalibration): CorrectedCard {
  const { lines } = correctionSection(question, corrections, []);
  const rows = corrections.kind === "undefined" ? [] : corrections.figures.flatMap(correctedRows);
  return { question, lines, figures: rows.map((row) => drawnFigure(row, rows)) };
}

/** Lists the corrected differences of two campaigns, by question. */
export function correctedCandidates(found: readonly CorrectedComparison[]): CorrectedFigure[] {
  return found.flatMap(({ question, result }) => {
    if (result.kind === "undefined") return [];
    const figure = question === "pass" ? ("pass_rate" as const) : ("score" as const);
    const rows = correctedRows({ figure, subjects: [], differences: [{ first: "base", second: "candidate", result }] });
    return rows.map((row) => drawnFigure({ ...row, name: `candidate − base: ${question}` }, rows));
  });
}

function drawnFigure(
  { name, subjects, figure, result, words }: CorrectedRow,
  all: readonly CorrectedRow[],
): CorrectedFigure {
  const { uncorrected, corrected, labels_alone } = result;
  const scale = figure === "score" ? 10 : 1;
  return {
    name,
    subjects,
    axis: subjects.length === 1 ? { low: 0, high: scale } : aroundZero(all, figure, scale),
    judge_alone: uncorrected,
    corrected: estimate(corrected),
    labels_alone: estimate(labels_alone),
    words,
  };
}

/** Gives differences of one kind a common axis, wide enough that a tenth of the scale looks small. */
function aroundZero(rows: readonly CorrectedRow[], figure: CorrectedRow["figure"], scale: number) {
  const ends = rows
    .filter((row) => row.figure === figure && row.subjects.length > 1)
    .flatMap(({ result: { uncorrected, corrected, labels_alone } }) => [
      uncorrected,
      ...[corrected, labels_alone].flatMap(({ value, interval }) =>
        interval.kind === "interval" ? [value, interval.low, interval.high] : [value],
      ),
    ]);
  const reach = Math.max(scale / 10, ...ends.map(Math.abs));
  return { low: -reach, high: reach };
}

function estimate({ value, interval }: EstimatedFigure): DrawnEstimate {
  return interval.kind === "undefined"
    ? { value, low: null, high: null, rough: false }
    : { value, low: interval.low, high: interval.high, rough: interval.rough !== undefined };
}

const SCORE_TICKS = [0, 2, 4, 6, 8, 10];
const SHARE_TICKS = [0, 0.25, 0.5, 0.75, 1];

function drawnCurve({ curve, question }: QuestionCalibration): CurvePicture {
  const ticks = question === "pass" ? SHARE_TICKS : SCORE_TICKS;
  return {
    low: 0,
    high: ticks.at(-1)!,
    ticks,
    points: curve.map(({ judge, label, count, interval }) => ({
      judge,
      label,
      count,
      low: interval.kind === "interval" ? interval.low : null,
      high: interval.kind === "interval" ? interval.high : null,
      words: `Where the judges say ${formatFixed(judge, 2)}, people say ${formatFixed(label, 2)} (${plural(count, "label")})`,
    })),
  };
}

function farApart(found: QuestionCalibration["disagreements"][number], campaign: string): FarApart[] {
  const { trial_ids, page, judge, label, said } = found;
  if (page === null) return [];
  return [
    {
      trial: trial_ids[0]!.slice(campaign.length + 1),
      others: trial_ids.length - 1,
      href: page,
      judge: formatFixed(judge, 2),
      label: formatFixed(label, 2),
      said: said.map(({ annotator, value, quote = null, note = null }) => ({
        annotator,
        value: formatFixed(value, 2),
        quote,
        note,
      })),
    },
  ];
}
