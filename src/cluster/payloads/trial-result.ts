import type { RunArtifact } from "../../records/index.ts";
import type { KeptFiles, PackedEntry } from "../../store/index.ts";

/** Data of one trial, beside the payload it shares. */
export interface TrialOwn {
  run_id: string;
  repetition: number;
  /** Amount that it may spend, in USD; null for no limit. */
  room_usd: number | null;
}

/** A trial's result, redacted by the worker. */
export interface TrialResultPayload {
  artifact: RunArtifact;
  kept: KeptFiles;
  files: PackedEntry[];
  /** Cost of each answer, in USD; null if the provider named none. */
  paid: (number | null)[];
}
