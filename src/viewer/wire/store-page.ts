import type { DrawnMean, DrawnScale } from "./figures.ts";

/** The first page: everything that a store has, the newest first. */
export interface StorePage {
  /** Of Assay. */
  version: string;
  /** The folder, for people. */
  outputs: string;
  campaigns: StoreRow[];
  rubrics: RubricRow[];
  batches: BatchRow[];
}

/** A judging of samples by a rubric. */
export interface RubricRow {
  name: string;
  /** Name of the file that the samples came from. */
  file: string;
  state: StoreRow["state"];
  missing: string | null;
  samples: number;
  judges: number;
  judgements: number;
  /** Of the best group: its mean of the total, or of the only dimension, on the scale of that. */
  best: { group: string; score: DrawnMean; scale: DrawnScale } | null;
  cost: string;
  last_at: string;
}

/** An experiment that was judged in batches. */
export interface BatchRow {
  name: string;
  title: string;
  state: StoreRow["state"];
  missing: string | null;
  sampled: number;
  population: number;
  primary: string;
  score: { score: DrawnMean; scale: DrawnScale } | null;
  /** What was decided of it against the newest other experiment that was measured alike. */
  decision: { word: string; against: string } | null;
  cost: string;
  last_at: string;
}

export interface StoreRow {
  /** `<suite>/<run profile>/<evaluation profile>`, each profile with its fp8; the last is missing for what was not judged. */
  name: string;
  suite_id: string;
  run_profile: string;
  evaluation_profile: string | null;
  subjects: number;
  cases: number;
  trials: number;
  scored: number;
  /** Of the subject with the highest mean; null when nothing has a score. */
  best: { model_id: string; score: DrawnMean } | null;
  /** Every subject's mean, in order, for the small drawing. */
  means: number[];
  passed: { passed: number; decided: number } | null;
  /** Of runs and judges together, in words: `$1.20`, or `not reported`. */
  cost: string;
  state: "running" | "complete" | "incomplete";
  /** Why it is incomplete: `3 unscored, 2 not judged`; null when it is complete. */
  missing: string | null;
  /** ISO 8601. */
  last_at: string;
}
