import type { Aggregation } from "./vocabulary.ts";

/**
 * A campaign's judging configuration, stored so that results can be verified without its files. Its name, `<evaluation
 * profile>-<fp8>`, hashes judges, system message, anchors and `max_characters`.
 */
export interface KeptJudging {
  /** The version that composed packets and read answers. */
  assay_version: string;
  judges: KeptJudge[];
  aggregation: Aggregation;
  /** The anchors shown to judges; empty when they are hidden. */
  anchors: { label: string; text: string }[];
  max_characters: number;
  /** True if anything that merely looks like a secret was redacted from packets. */
  redact_secrets: boolean;
  /** The suite's names for each subject besides its id; they are removed from packets. */
  called: Record<string, CalledSubject>;
}

/** One judge run. A judge named twice is asked different repetitions. */
export interface KeptJudge {
  judge_run_id: string;
  judge_id: string;
  model: string;
  endpoint: string;
  offline: boolean;
  options: Record<string, unknown>;
  repetitions: number;
  sample_size: number | null;
}

export interface CalledSubject {
  names: readonly string[];
  variants: readonly string[];
}

/** The planned trials of a campaign: `run_id` prefixes by subject, case and repetition. */
export type KeptPlan = Record<string, Record<string, Record<string, string>>>;

/** Prefix length that identifies a run or question within a campaign. */
const BEGINNING = 16;

/** The hash prefix stored in a plan. */
export function beginningOfHash(hash: string): string {
  return hash.slice(0, BEGINNING);
}
