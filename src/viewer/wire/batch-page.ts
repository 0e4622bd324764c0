import type { DrawnMean, DrawnScale } from "./figures.ts";

/** Experiment judged in batches, with the decision and its grounds. */
export interface BatchPage {
  name: string;
  title: string;
  state: "running" | "complete" | "incomplete";
  missing: string | null;
  primary: string;
  direction: "maximize" | "minimize";
  scale: DrawnScale;
  mean: DrawnMean | null;
  /** Mean in the words of the text report. */
  mean_words: string;
  lines: string[];
  judges: { judge_id: string; model: string; offline: boolean; repetitions: number }[];
  /** Against every comparable experiment in the store, newest first. */
  decisions: BatchDecision[];
  /** Experiments measured differently, with the reasons. */
  not_compared: { name: string; reasons: string[] }[];
  strata: {
    stratum: string;
    population: number;
    sampled: number;
    scored: number;
    mean: DrawnMean | null;
    words: string;
  }[];
  distribution: { score: number; items: number }[];
  secondary: { name: string; words: string }[];
  items: ItemColumns;
  singletons: { lines: string[]; items: SingletonColumns } | null;
  broken: string[];
  item_chunks: number;
}

/** Decision of `assay batch compare`; positive changes are improvements. */
export interface BatchDecision {
  base: string;
  candidate: string;
  decision: "keep" | "revert" | "inconclusive";
  reason: string;
  improvement: number;
  low: number | null;
  high: number | null;
  minimum: number;
  lines: string[];
}

export interface ItemColumns {
  id: string[];
  stratum: string[];
  score: (number | null)[];
  ambiguous: boolean[];
  /** Distance between the highest and lowest verdict. */
  spread: number[];
}

interface SingletonColumns {
  id: string[];
  should_cluster: (boolean | null)[];
  best_cluster: (string | null)[];
  confidence: (number | null)[];
}

/** Items from position `first`, followed by singletons. */
export interface ItemChunk {
  first: number;
  items: ItemPage[];
}

export const ITEMS_IN_A_CHUNK = 50;

export interface ItemPage {
  /** As the judges saw it; null if damaged. */
  shown: unknown;
  opinions: { judge: string; repetition: number; said: [name: string, value: string][]; problem: string | null }[];
}
