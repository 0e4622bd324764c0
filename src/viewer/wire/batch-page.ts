import type { DrawnMean, DrawnScale } from "./figures.ts";

/** One experiment that was judged in batches: what to do with it, and what that rests on. */
export interface BatchPage {
  name: string;
  title: string;
  state: "running" | "complete" | "incomplete";
  missing: string | null;
  primary: string;
  direction: "maximize" | "minimize";
  scale: DrawnScale;
  mean: DrawnMean | null;
  /** The mean as the text report says it. */
  mean_words: string;
  lines: string[];
  judges: { judge_id: string; model: string; offline: boolean; repetitions: number }[];
  /** Against every other experiment of the store that was measured alike, the newest first. */
  decisions: BatchDecision[];
  /** Experiments that were measured otherwise, and how. */
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

/** What `assay batch compare` says; improvements count in the direction that is better. */
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
  /** Between the highest and the lowest verdict. */
  spread: number[];
}

interface SingletonColumns {
  id: string[];
  should_cluster: (boolean | null)[];
  best_cluster: (string | null)[];
  confidence: (number | null)[];
}

/** Some items, from the position `first` on; singletons follow behind the items. */
export interface ItemChunk {
  first: number;
  items: ItemPage[];
}

/** How many items come at once. */
export const ITEMS_IN_A_CHUNK = 50;

export interface ItemPage {
  /** As the judges saw it; null when it is damaged. */
  shown: unknown;
  opinions: { judge: string; repetition: number; said: [name: string, value: string][]; problem: string | null }[];
}
