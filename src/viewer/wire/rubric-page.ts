import type { DrawnMean, DrawnScale, ReportSection } from "./figures.ts";
import type { RawPage } from "./trial-page.ts";

/** Rubric judging with its results and the columns of all samples. */
export interface RubricPage {
  name: string;
  state: "running" | "complete" | "incomplete";
  missing: string | null;
  /** Main conclusions about the variants. */
  verdict: string[];
  /** Sentences of summary.md: counts, and caveats. */
  lines: string[];
  /** Notes on reading the figures. */
  notes: string[];
  judges: { letter: string; judge_run_id: string; model: string; repetitions: number }[];
  /** Model, variant and eval set, as far as they differ. */
  groups: string[];
  dimensions: DrawnDimension[];
  differences: DrawnVariants[];
  /** Tables of the summary that the page does not draw. */
  sections: ReportSection[];
  samples: SampleColumns;
}

export interface DrawnDimension {
  name: string;
  scale: DrawnScale;
  means: { group: string; mean: DrawnMean | null }[];
  /** Number of judgements for each score, by group; empty for the total. */
  distribution: { score: number; counts: number[] }[];
}

/** Difference of two variants in a dimension: second minus first. */
export interface DrawnVariants {
  dimension: string;
  words: string;
  /** Model and eval set. */
  where: string;
  difference: number;
  low: number | null;
  high: number | null;
  figures: string;
  /** True if the interval excludes 0 and the corrected test agrees. */
  shown: boolean;
}

/** One array per field; a sample is a position in all of them. */
export interface SampleColumns {
  number: number[];
  question: string[];
  /** Position in `groups`. */
  group: number[];
  /** Mean of all verdicts, by dimension. */
  scores: (number | null)[][];
  total: (number | null)[];
  /** Distance between the highest and lowest total. */
  spread: number[];
  verdicts: number[];
  /** Number of judgements that do not count. */
  lost: number[];
  tags: string[];
  flags: number[];
}

/** Bits of a sample's `flags`. */
export const SAMPLE_FLAGS = { disagreement: 1, broken_answer: 2, no_verdict: 4, names_itself: 8, tagged: 16 } as const;

/** Samples from position `first`. */
export interface SampleChunk {
  first: number;
  samples: SamplePage[];
}

export const SAMPLES_IN_A_CHUNK = 20;

export interface SamplePage extends Pick<RawPage, "system" | "user" | "calls"> {
  number: number;
  /** Metadata that judges did not see. */
  meta: [name: string, value: string][];
  /** Text that the judges saw; null if damaged. */
  question: string | null;
  output: string | null;
  rubric: unknown;
  verdicts: SampleVerdict[];
  evidence: SampleEvidence[];
}

/** A judge's verdict in one repetition. */
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

/** Quote of a verdict, identified by its position in the list. */
export interface SampleEvidence {
  verdict: number;
  dimension: string;
  text: string;
  references: { at: { path: string; start: number; end: number; isField: boolean } | null }[];
}
