import type { DrawnMean } from "./figures.ts";

/** The first page: everything that a store has, the newest first. */
export interface StorePage {
  /** Of Assay. */
  version: string;
  /** The folder, for people. */
  outputs: string;
  campaigns: StoreRow[];
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
