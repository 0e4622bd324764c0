import type { BrokenAnswer } from "../../../records/index.ts";
import type { Scale } from "../../../statistics/index.ts";
import type { EvidenceCount } from "../judging/judgement.ts";

/** One judgement as the tables and the summary see it, of any origin. */
export interface Rating {
  /** Cells of its row by column name; see `valuesByName`. */
  columns: Record<string, string>;
  status: "verdict" | "invalid" | "unanswered";
  /** By dimension, see `valuesByName`; empty without a verdict. */
  scores: Record<string, number>;
  roles: RatingRoles;
  failureTags: string[];
  /** Reasons why it does not count; empty for a verdict. */
  reasons: { rule: string; message: string }[];
  /** Broken rules over all attempts. */
  brokenRules: Record<string, number>;
  evidence: EvidenceCount | null;
  selfJudging: boolean;
  /** Its sample names its own model or variant. */
  namesItself: boolean;
  /** Answers of its call that broke the contract. */
  brokenAnswers: BrokenAnswer[];
  offline: boolean;
  costUsd: number | null;
}

/** Values by user-chosen names. `constructor` and `__proto__` are ordinary names here: missing ones are undefined. */
export function valuesByName<Value>(entries: Iterable<readonly [string, Value]>): Record<string, Value> {
  const values: Record<string, Value> = Object.create(null);
  for (const [name, value] of entries) values[name] = value;
  return values;
}

/** The subject of a rating; null if its origin does not say. */
interface RatingRoles {
  /** Ratings with the same name are about the same sample. */
  sample: string | null;
  model: string | null;
  promptVariant: string | null;
  evalSetVariant: string | null;
  question: string | null;
  judge: string | null;
}

export interface TableShape {
  /** Before the scores. */
  leading: string[];
  dimensions: string[];
  /** After the total. */
  trailing: string[];
  /** Columns of scores_grouped.csv. */
  groupBy: string[];
  /** The lowest and the highest band of each dimension, if known. */
  scales?: Record<string, Scale>;
}
