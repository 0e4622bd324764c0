import type { CorrectedFigures } from "../../calibration/index.ts";
import type { CorrectedDifference, CorrectedMean, Interval, Undefined } from "../../statistics/index.ts";
import { formatFixed, formatPercent, formatRange, formatSigned } from "../../text/presentation/index.ts";

/** Corrected figure beside the judge's, as numbers and words. */
export interface CorrectedRow {
  /** Such as `diligent: score` or `hasty − diligent: passes`. */
  name: string;
  figure: CorrectedFigures["figure"];
  /** One subject, or two for the difference second − first. */
  subjects: string[];
  result: CorrectedMean | CorrectedDifference;
  words: {
    judge_alone: string;
    corrected: string;
    interval: string;
    labels_alone: string;
    labels: string;
    lambda: string;
  };
}

/** Lists corrected figures, subjects before differences. Reasons for missing ones are given elsewhere. */
export function correctedRows({ figure, subjects, differences }: CorrectedFigures): CorrectedRow[] {
  const { plain, signed } = writerOf(figure);
  const what = figure === "score" ? "score" : "passes";
  return [
    ...subjects.flatMap(({ subject, result }) =>
      rowOf({ name: `${subject}: ${what}`, figure, subjects: [subject] }, result, plain),
    ),
    ...differences.flatMap(({ first, second, result }) =>
      rowOf({ name: `${second} − ${first}: ${what}`, figure, subjects: [first, second] }, result, signed),
    ),
  ];
}

function rowOf(
  named: Pick<CorrectedRow, "name" | "figure" | "subjects">,
  result: CorrectedMean | CorrectedDifference | Undefined,
  write: FigureWriter["plain"],
): CorrectedRow[] {
  if (result.kind === "undefined") return [];
  const { corrected, uncorrected, labels_alone, labels, trials, lambda } = result;
  const words = {
    judge_alone: write(uncorrected),
    corrected: write(corrected.value),
    interval: intervalOf(corrected.interval, write),
    labels_alone: intervalOf(labels_alone.interval, write),
    labels: `${labels} of ${trials}`,
    lambda: formatFixed(lambda, 2),
  };
  return [{ ...named, result, words }];
}

/** Formats a figure: scores with two digits, shares in per cent. */
export interface FigureWriter {
  plain: (value: number, more?: number) => string;
  signed: (value: number, more?: number) => string;
}

export function writerOf(figure: CorrectedFigures["figure"]): FigureWriter {
  return figure === "score"
    ? {
        plain: (value, more = 0) => formatFixed(value, 2 + more),
        signed: (value, more = 0) => formatSigned(value, 2 + more),
      }
    : {
        plain: (value, more = 0) => formatPercent(value, more),
        signed: (value, more = 0) => `${value < 0 ? "−" : "+"}${formatPercent(Math.abs(value), more)}`,
      };
}

export function intervalOf(interval: Interval | Undefined, write: (value: number, more?: number) => string): string {
  return interval.kind === "undefined" ? `none: ${interval.reason}` : formatRange(interval, write);
}
