import type { DrawnMean, DrawnScale } from "./figures.ts";

/** First page with everything in a store, newest first. */
export interface StorePage {
  /** Version of Assay. */
  version: string;
  /** Folder to show. */
  outputs: string;
  campaigns: StoreRow[];
  /** Results under names, with a list for each protocol that has any. */
  judgings: JudgingList[];
}

/** Everything that one protocol judged under names, the newest first. */
export interface JudgingList {
  protocol: string;
  title: string;
  /** Heads of the cells; figures are aligned at their end. */
  columns: (string | { number: string })[];
  rows: JudgingRow[];
}

export interface JudgingRow {
  name: string;
  /** One line below the name. */
  note: string;
  state: StoreRow["state"];
  missing: string | null;
  cells: JudgingCell[];
  cost: string;
  last_at: string;
}

/** A mean on its scale, words with more of them behind, or what to say where there is nothing. */
export type JudgingCell = { score: DrawnMean; scale: DrawnScale } | { text: string; more?: string } | { none: string };

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
