import type { RunStatus, TrialState } from "../../records/index.ts";
import type { DrawnMean, ReportSection } from "./figures.ts";

/** One campaign: what to believe, and the columns of all of its trials. */
export interface CampaignPage {
  name: string;
  title: string;
  suite_id: string;
  run_profile: string;
  evaluation_profile: string | null;
  state: "running" | "complete" | "incomplete";
  /** What was judged by whom, and what it cost; the lines at the top of the text report. */
  head: string[];
  verdict: VerdictCard;
  pass_threshold: number | null;
  subjects: SubjectRow[];
  comparisons: DrawnComparison[];
  price_unit: "usd" | "tokens";
  prices: DrawnPrices | null;
  /** Sections of the text report that nothing on the page draws. */
  sections: ReportSection[];
  judges: JudgeRow[];
  case_ids: string[];
  /** What they are called, in the same order; the ids where nobody knows. */
  case_titles: string[];
  check_ids: string[];
  /** What people said of trials, in words; empty when nobody labelled any. */
  labels: string[];
  trials: TrialColumns;
  /** How many chunks hold the texts that are searched. */
  search_chunks: number;
}

export interface VerdictCard {
  /** Differences that were shown, then what was not; sentences of the report. */
  sentences: string[];
  /** Trials that a person should look at, each with the filter that shows them. */
  needs_eyes: { count: number; words: string; filter: string }[];
}

export interface SubjectRow {
  model_id: string;
  label: string;
  offline: boolean;
  score: DrawnMean | null;
  /** Share of passed trials with its interval, in words; null when nothing decides it. */
  passed: { share: number; low: number | null; high: number | null; words: string } | null;
  trials: number;
  scored: number;
  checks: { passed: number; total: number };
  tool_calls: number;
  cost: string;
  latency: string;
  /** Per trial, in `price_unit`; null when nobody reported it. */
  price: number | null;
  price_words: string;
  /** No other subject is both cheaper and better. */
  on_frontier: boolean;
  dimensions: Record<string, number> | null;
}

/** One judge over all of its calls; figures as they are written. */
export interface JudgeRow {
  letter: string;
  judge_run_id: string;
  model: string;
  offline: boolean;
  repetitions: number;
  calls: number;
  mean: string;
  /** How far its scores lie apart: their standard deviation. */
  spread: string;
  /** How often it gave each score, 0 to 10, rounded. */
  distribution: number[];
  /** How many trials each of its flags is on. */
  flagged: Record<keyof typeof JUDGE_FLAGS, number>;
  /** How much it scores above the panel, on trials that all of them scored. */
  offset: string;
  /** Whether its repetitions say the same. */
  agreement: string;
  /** Answers that broke the contract. */
  broken: number;
  /** Quotes that were found in what it saw of the subject. */
  grounded: string;
  cost: string;
}

export interface DrawnComparison {
  first: string;
  second: string;
  /** Ids of the two subjects. */
  ids: [first: string, second: string];
  /** How much the first scores above the second; null when they share no scored case. */
  difference: number | null;
  low: number | null;
  high: number | null;
  shown: boolean;
  sentence: string;
}

/** The chart of scores and prices, laid out: lengths are those of the drawing. */
export interface DrawnPrices {
  width: number;
  height: number;
  left: number;
  right: number;
  grid: { score: number; y: number }[];
  /** The lowest and the highest price. */
  ends: { x: number; words: string }[];
  points: {
    /** Position in `subjects`. */
    subject: number;
    x: number;
    y: number;
    range: { low: number; high: number } | null;
    label: { text: string; x: number; y: number };
    /** A line to a label that had to move away. */
    leader: { fromX: number; fromY: number; toX: number; toY: number } | null;
  }[];
}

/** Trials as columns: one array per fact, a trial is a position in all of them. */
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
  /** Positions in `check_ids` of what did not pass, by trial; trials where all passed are left out. */
  failed_checks: Record<number, number[]>;
  /** Positions in the page's `labels`, by trial; trials that nobody labelled are left out. */
  labels: Record<number, number[]>;
  /** What each judge did, in the order of `judges`, by trial; trials where there is nothing to say are left out. */
  judge_flags: Record<number, number>[];
}

/** What the matrix of cases and subjects is drawn from. */
export interface MatrixTable {
  name: string;
  subjects: Pick<SubjectRow, "model_id" | "label">[];
  case_ids: string[];
  case_titles: string[];
  trials: TrialColumns;
}

/** What the index knows of a campaign, before its records are read. */
export interface FirstRows {
  /** Null for a small campaign, of which everything is there as soon. */
  matrix: (MatrixTable & { title: string }) | null;
}

/** What `flags` are made of. */
export const TRIAL_FLAGS = { unfounded: 1, disagreement: 2, broken_answer: 4, names_itself: 8 } as const;

/** What `judge_flags` are made of: what one judge did on a trial. */
export const JUDGE_FLAGS = {
  broken_answer: 1,
  unfounded: 2,
  above: 4,
  below: 8,
  unsteady: 16,
  no_verdict: 32,
} as const;

/** Texts that a search looks through, in small letters, from `first` on. */
export interface SearchChunk {
  first: number;
  texts: string[];
}
