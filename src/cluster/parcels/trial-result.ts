import type { RunArtifact } from "../../records/index.ts";
import type { KeptFiles, PackedEntry } from "../../store/index.ts";

/** What is a trial job's own, beside the parcel that it shares with others. */
export interface TrialOwn {
  run_id: string;
  repetition: number;
  /** What may be spent on it, in USD; null where nothing is limited. */
  room_usd: number | null;
}

/** What a worker made of a trial, without secrets. */
export interface TrialResultParcel {
  artifact: RunArtifact;
  kept: KeptFiles;
  files: PackedEntry[];
  /** Answer by answer, in USD; null where the provider named no price. */
  paid: (number | null)[];
}
