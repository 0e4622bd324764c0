import type { DrawnMean, DrawnScale } from "./figures.ts";

/** First page with everything in a store, newest first. */
export interface StorePage {
  /** Version of Assay. */
  version: string;
  /** Folder to show. */
  outputs: string;
  campaigns: StoreRow[];
  rubrics: RubricRow[];
  batches: BatchRow[];
}

/** Rubric judging of samples. */
export interface RubricRow {
  name: string;
  /** Name of the samples' file. */
  file: string;
  state: StoreRow["state"];
  missing: string | null;
  samples: number;
  judges: number;
  judgements: number;
  /** Best group with its mean in the total or only dimension, on that scale. */
  best: { group: string; score: DrawnMean; scale: DrawnScale } | null;
  cost: string;
  last_at: string;
}

/** Experiment judged in batches. */
export interface BatchRow {
  name: string;
  title: string;
  state: StoreRow["state"];
  missing: string | null;
  sampled: number;
  population: number;
  primary: string;
  score: { score: DrawnMean; scale: DrawnScale } | null;
  /** Decision against the newest comparable experiment. */
  decision: { word: string; against: string } | null;
  cost: string;
  last_at: string;
}

export interface StoreRow {
  /** `<suite>/<run profile>/<evaluation profile>`, the profiles with fingerprints; without the last if nothing was judged. */
  name: string;
  suite_id: string;
  run_profile: string;
  evaluation_profile: string | null;
  subjects: number;
  cases: number;
  trials: number;
  scored: number;
  /** Subject with the highest mean; null without scores. */
  best: { model_id: string; score: DrawnMean } | null;
  /** Means of all subjects in order, for the small chart. */
  means: number[];
  passed: { passed: number; decided: number } | null;
  /** Cost of runs and judges in words: `$1.20`, or `not reported`. */
  cost: string;
  state: "running" | "complete" | "incomplete";
  /** Reason why it is incomplete, such as `3 unscored, 2 not judged`; otherwise null. */
  missing: string | null;
  /** ISO 8601. */
  last_at: string;
}
