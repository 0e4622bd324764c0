/** A mean with its interval, as it is drawn and as it is said. */
export interface DrawnMean {
  mean: number;
  /** Null where the cases do not determine an interval. */
  low: number | null;
  high: number | null;
  /** True when the interval's level is not assured. */
  rough: boolean;
  /** `8.9, 95 % interval 8.1 to 9.4`. */
  words: string;
}

/** A part of the text report as it is: a table, sentences, or both. */
export interface ReportSection {
  /** The same for every section of its kind. */
  id: string;
  title: string;
  table: { head: string[]; rows: string[][] } | null;
  lines: string[];
}

/** The lowest and the highest score there can be, or that somebody gave. */
export interface DrawnScale {
  low: number;
  high: number;
}
