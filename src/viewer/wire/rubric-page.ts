import type { DrawnMean, DrawnScale, ReportSection } from "./figures.ts";
import type { RawPage } from "./trial-page.ts";

/** One judging of samples by a rubric: what it came to, and the columns of all of its samples. */
export interface RubricPage {
  name: string;
  state: "running" | "complete" | "incomplete";
  missing: string | null;
  /** What may be said about the variants, on the whole. */
  verdict: string[];
  /** Sentences of summary.md: what was counted, and what to know before trusting it. */
  lines: string[];
  /** How the figures are to be read. */
  notes: string[];
  judges: { letter: string; judge_run_id: string; model: string; repetitions: number }[];
  /** Model, variant and eval set, as far as they differ. */
  groups: string[];
  dimensions: DrawnDimension[];
  differences: DrawnVariants[];
  /** Tables of the summary that nothing on the page draws. */
  sections: ReportSection[];
  samples: SampleColumns;
}

export interface DrawnDimension {
  name: string;
  scale: DrawnScale;
  means: { group: string; mean: DrawnMean | null }[];
  /** How many judgements gave each score, by group; empty for the total. */
  distribution: { score: number; counts: number[] }[];
}

/** The difference of two variants in one dimension: second minus first. */
export interface DrawnVariants {
  dimension: string;
  words: string;
  /** The model and the eval set it is about. */
  where: string;
  difference: number;
  low: number | null;
  high: number | null;
  figures: string;
  /** The interval does not hold 0, and the corrected test agrees. */
  shown: boolean;
}

/** Samples as columns: one array per fact, a sample is a position in all of them. */
export interface SampleColumns {
  number: number[];
  question: string[];
  /** Position in `groups`. */
  group: number[];
  /** Mean of all verdicts, by dimension. */
  scores: (number | null)[][];
  total: (number | null)[];
  /** Between the highest and the lowest total that a verdict gave. */
  spread: number[];
  verdicts: number[];
  /** Judgements that do not count. */
  lost: number[];
  tags: string[];
  flags: number[];
}

/** What `flags` of samples are made of. */
export const SAMPLE_FLAGS = { disagreement: 1, broken_answer: 2, no_verdict: 4, names_itself: 8, tagged: 16 } as const;

/** Some samples, from the position `first` on. */
export interface SampleChunk {
  first: number;
  samples: SamplePage[];
}

/** How many samples come at once. */
export const SAMPLES_IN_A_CHUNK = 20;

export interface SamplePage extends Pick<RawPage, "system" | "user" | "calls"> {
  number: number;
  /** The labels, which no judge saw. */
  meta: [name: string, value: string][];
  /** What the judges saw; null when it is damaged. */
  question: string | null;
  output: string | null;
  rubric: unknown;
  verdicts: SampleVerdict[];
  evidence: SampleEvidence[];
}

/** What one judge said in one repetition. */
export interface SampleVerdict {
  letter: string;
  repetition: number;
  status: string;
  scores: Record<string, { score: number; rationale: string }>;
  failure_tags: string[];
  notes: string;
  problems: string[];
  /** Quotes of refused answers that are not in the output. */
  invented: string[];
  attempts: number;
  cost: string;
}

/** One quote of one verdict. Its position in the list is its name. */
export interface SampleEvidence {
  /** Position in `verdicts`. */
  verdict: number;
  dimension: string;
  text: string;
  references: { at: { path: string; start: number; end: number; isField: boolean } | null }[];
}
