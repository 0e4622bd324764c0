import type { RunStatus, TrialState } from "../../records/index.ts";
import type { DrawnMean, ReportSection } from "./figures.ts";

/** Campaign with its findings and the columns of all trials. */
export interface CampaignPage {
  name: string;
  title: string;
  suite_id: string;
  run_profile: string;
  evaluation_profile: string | null;
  state: "running" | "complete" | "incomplete";
  /** First lines of the text report: counts, judges and cost. */
  head: string[];
  verdict: VerdictCard;
  pass_threshold: number | null;
  subjects: SubjectRow[];
  comparisons: DrawnComparison[];
  price_unit: "usd" | "tokens";
  prices: DrawnPrices | null;
  /** Sections of the text report that the page does not draw. */
  sections: ReportSection[];
  judges: JudgeRow[];
  case_ids: string[];
  /** Titles in the same order, or ids if unknown. */
  case_titles: string[];
  check_ids: string[];
  /** Distinct labels of trials, in words; empty without labels. */
  labels: string[];
  trials: TrialColumns;
  /** Number of chunks with searchable texts. */
  search_chunks: number;
}

export interface VerdictCard {
  /** Sentences of the report: shown differences first. */
  sentences: string[];
  /** Trials that a person should look at, each with its filter. */
  needs_eyes: { count: number; words: string; filter: string }[];
}

export interface SubjectRow {
  model_id: string;
  label: string;
  offline: boolean;
  score: DrawnMean | null;
  /** Share of passed trials with its interval, in words; null if undefined. */
  passed: { share: number; low: number | null; high: number | null; words: string } | null;
  trials: number;
  scored: number;
  checks: { passed: number; total: number };
  tool_calls: number;
  cost: string;
  latency: string;
  /** Per trial, in `price_unit`; null if not reported. */
  price: number | null;
  price_words: string;
  /** True if no other subject is both cheaper and better. */
  on_frontier: boolean;
  dimensions: Record<string, number> | null;
}

/** A judge over all its calls, with formatted figures. */
export interface JudgeRow {
  letter: string;
  judge_run_id: string;
  model: string;
  offline: boolean;
  repetitions: number;
  calls: number;
  mean: string;
  /** Standard deviation of its scores. */
  spread: string;
  /** Number of each rounded score, 0 to 10. */
  distribution: number[];
  /** Number of trials with each flag. */
  flagged: Record<keyof typeof JUDGE_FLAGS, number>;
  /** Mean distance above the panel, on trials that all judges scored. */
  offset: string;
  /** Agreement between its repetitions. */
  agreement: string;
  /** Number of answers that broke the contract. */
  broken: number;
  /** Share of quotes found in what it saw. */
  grounded: string;
  cost: string;
}

export interface DrawnComparison {
  first: string;
  second: string;
  /** The two subjects. */
  ids: [first: string, second: string];
  /** First minus second; null without a common scored case. */
  difference: number | null;
  low: number | null;
  high: number | null;
  shown: boolean;
  sentence: string;
}

/** Chart of scores and prices; lengths are in its own units. */
export interface DrawnPrices {
  width: number;
  height: number;
  left: number;
  right: number;
  grid: { score: number; y: number }[];
  /** Lowest and highest price. */
  ends: { x: number; words: string }[];
  points: {
    /** Position in `subjects`. */
    subject: number;
    x: number;
    y: number;
    range: { low: number; high: number } | null;
    label: { text: string; x: number; y: number };
    /** Line to a label that was moved away. */
    leader: { fromX: number; fromY: number; toX: number; toY: number } | null;
  }[];
}

/** One array per field; a trial is a position in all of them. */
export interface TrialColumns {
  /** Positions in `subjects` and `case_ids`. */
  subject: number[];
  case: number[];
  repetition: number[];
  state: TrialState[];
  status: (RunStatus | null)[];
  score: (number | null)[];
  passed: (boolean | null)[];
  flags: number[];
  /** Checks that did not pass, as positions in `check_ids`, by trial; omitted if all passed. */
  failed_checks: Record<number, number[]>;
  /** Positions in the page's `labels`, by trial; omitted without labels. */
  labels: Record<number, number[]>;
  /** Flags of each judge, in the order of `judges`, by trial; omitted without any. */
  judge_flags: Record<number, number>[];
}

/** Data of the matrix of cases and subjects. */
export interface MatrixTable {
  name: string;
  subjects: Pick<SubjectRow, "model_id" | "label">[];
  case_ids: string[];
  case_titles: string[];
  trials: TrialColumns;
}

/** Data from the index, shown before records are read. */
export interface FirstRows {
  /** Null for a small campaign, which loads as a whole just as fast. */
  matrix: (MatrixTable & { title: string }) | null;
}

/** Bits of `flags`. */
export const TRIAL_FLAGS = { unfounded: 1, disagreement: 2, broken_answer: 4, names_itself: 8 } as const;

/** Bits of `judge_flags`, for one judge on one trial. */
export const JUDGE_FLAGS = {
  broken_answer: 1,
  unfounded: 2,
  above: 4,
  below: 8,
  unsteady: 16,
  no_verdict: 32,
} as const;

/** Searchable texts in lower case, from trial `first`. */
export interface SearchChunk {
  first: number;
  texts: string[];
}
