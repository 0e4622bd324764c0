import type { Calibration, CorrectedFigures, QuestionCalibration } from "../../calibration/index.ts";
import type { CorrectedDifference, Undefined } from "../../statistics/index.ts";
import { formatRange, plural } from "../../text/presentation/index.ts";
import { writerOf } from "./corrected-rows.ts";

/** Main conclusions from labels about judges. */
export interface CalibrationVerdict {
  /** The judges' distance from people, and the corrected result. */
  answers: string[];
  /** True if labels correct the scores. */
  isDecided: boolean;
  /** Most useful next command; null if nothing is left to do. */
  next: string | null;
}

/** Null without a question with figures; the heading then says what is missing. */
export function calibrationVerdict({ questions }: Calibration): CalibrationVerdict | null {
  const [first] = questions;
  if (first === undefined) return null;
  const about = questions.length > 1 ? ` (${first.question} in ${first.campaign})` : "";
  return {
    answers: [`${leniency(first)}${about}.`, correctedAnswer(first)],
    isDecided: first.corrections.kind !== "undefined",
    next: nextCommand(first),
  };
}

/** Describes the panel, or the only judge. */
function leniency({ judges: [first, ...others], question }: QuestionCalibration): string {
  const who = others.length === 0 ? "The judge" : "The panel of judges";
  const bias = first!.agreement.level_bias;
  if (!("value" in bias)) return `${who} can't be compared with people: ${bias.reason}`;
  const isPass = question === "pass";
  const { plain, signed } = writerOf(isPass ? "pass_rate" : "score");
  const { value, interval } = bias;
  const range = interval.kind === "undefined" ? "" : `, 95 % interval ${formatRange(interval, signed)}`;
  const isShown = interval.kind === "interval" && (interval.low > 0 || interval.high < 0);
  if (!isShown)
    return `${who} is not shown to be too lenient or too strict: judge − humans is ${signed(value)}${range}`;
  const size = isPass ? `${plain(Math.abs(value))} of all trials` : plain(Math.abs(value));
  return `${who} is too ${value > 0 ? "lenient" : "strict"} by ${size} (judge − humans is ${signed(value)}${range})`;
}

/** Describes the corrected result in one sentence. */
export function correctedAnswer({ corrections }: Pick<QuestionCalibration, "corrections">): string {
  if (corrections.kind === "undefined") return `Nothing is corrected, because ${corrections.reason}.`;
  const { figure, subjects, differences } = corrections.figures[0]!;
  const { plain, signed } = writerOf(figure);
  const what = figure === "score" ? "scores" : "passes";
  const known = subjects.flatMap(({ subject, result }) => (result.kind === "undefined" ? [] : [{ subject, result }]));
  const refused = subjects.find(({ result }) => result.kind === "undefined")?.result;
  if (known.length === 0) return `Nothing is corrected, because ${(refused as Undefined).reason}.`;
  if (differences.length === 1) return pairAnswer(differences[0]!, signed);
  const best = known.reduce((one, other) => (other.result.corrected.value > one.result.corrected.value ? other : one));
  const corrected = `Corrected, ${best.subject} ${what} ${plain(best.result.corrected.value)}`;
  if (known.length === 1)
    return `${corrected} instead of the judge's ${plain(best.result.uncorrected)}, 95 % interval ${rangeOf(best.result.corrected.interval, plain)}.`;
  const beaten = differences.filter((pair) => winnerOf(pair) === best.subject).length;
  const others = known.length - 1;
  if (beaten === 0) return `${corrected}, the most, but no difference is shown from any of ${plural(others, "other")}.`;
  return `${corrected}, the most: it is better than ${beaten === others ? `all ${others} others` : `${beaten} of ${plural(others, "other")}`}.`;
}

type Pair = CorrectedFigures["differences"][number];

function pairAnswer(pair: Pair, signed: (value: number, more?: number) => string): string {
  const { first, second, result } = pair;
  if (result.kind === "undefined") return `Nothing is corrected, because ${result.reason}.`;
  const { value, interval } = result.corrected;
  const winner = winnerOf(pair);
  const range = interval.kind === "undefined" ? "" : `, 95 % interval ${rangeOf(interval, signed)}`;
  if (winner === null)
    return `Corrected, no difference is shown between ${first} and ${second} (${second} − ${first} is ${signed(value)}${range}).`;
  const loser = winner === first ? second : first;
  const turned =
    Math.sign(result.uncorrected) === Math.sign(value) ? "" : ", although the judge alone says the opposite";
  return `Corrected, ${winner} is better than ${loser} by ${signed(Math.abs(value)).slice(1)} (${second} − ${first} is ${signed(value)}${range})${turned}.`;
}

function winnerOf({ first, second, result }: Pair): string | null {
  if (result.kind === "undefined" || result.corrected.interval.kind === "undefined") return null;
  const { low, high } = result.corrected.interval;
  return low > 0 ? second : high < 0 ? first : null;
}

function rangeOf(
  interval: CorrectedDifference["corrected"]["interval"],
  write: (value: number, more?: number) => string,
): string {
  return interval.kind === "undefined" ? `not known: ${interval.reason}` : formatRange(interval, write);
}

/** Suggests labelling if there are too few labels to correct or decide; otherwise shows the trial with the largest disagreement. */
function nextCommand({ corrections, disagreements, packets }: QuestionCalibration): string | null {
  if (corrections.kind === "undefined") return "assay label plan";
  const { subjects, differences } = corrections.figures[0]!;
  if (subjects.some(({ result }) => result.kind === "undefined")) return "assay label plan";
  const open = differences.filter((pair) => winnerOf(pair) === null);
  const more = open.flatMap(({ result }) =>
    result.kind === "undefined" || result.labels_to_halve === null ? [] : [result.labels_to_halve],
  );
  if (more.length > 0) return `assay label plan --budget ${packets + Math.max(...more)}`;
  return disagreements.some(({ page }) => page !== null) ? "assay view" : null;
}
