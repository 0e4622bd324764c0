import type { Aggregation } from "./vocabulary.ts";

/**
 * How a campaign is judged, kept so that what was judged can be verified without its files. `<evaluation profile>-<fp8>`, its name, is a hash of
 * judges, system message, anchors and `max_characters`.
 */
export interface KeptJudging {
  /** The version that composed packets and read answers. */
  assay_version: string;
  judges: KeptJudge[];
  aggregation: Aggregation;
  /** As judges are shown them; empty when they are not. */
  anchors: { label: string; text: string }[];
  max_characters: number;
  /** Whether what merely looks like a secret was taken out of packets. */
  redact_secrets: boolean;
  /** What the suite calls each subject besides its id: these names are taken out of what judges are shown. */
  called: Record<string, CalledSubject>;
}

/** One judge run. The same judge named twice is asked other repetitions. */
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

/** Which trials a campaign has: by subject, case and repetition, how the `run_id` of its run begins. */
export type KeptPlan = Record<string, Record<string, Record<string, string>>>;

/** So much of a hash names a run or a question among those of a campaign. */
const BEGINNING = 16;

/** As much of a hash as a plan keeps. */
export function beginningOfHash(hash: string): string {
  return hash.slice(0, BEGINNING);
}
