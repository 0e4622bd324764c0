/** Mean with its interval, as numbers and words. */
export interface DrawnMean {
  mean: number;
  /** Null without an interval. */
  low: number | null;
  high: number | null;
  /** True if the interval's level is not assured. */
  rough: boolean;
  /** `8.9, 95 % interval 8.1 to 9.4`. */
  words: string;
}

/** Section of the text report: a table, sentences, or both. */
export interface ReportSection {
  /** Constant for a kind of section. */
  id: string;
  title: string;
  table: { head: string[]; rows: string[][] } | null;
  lines: string[];
}

/** Range of possible scores, or of the given ones. */
export interface DrawnScale {
  low: number;
  high: number;
}
