import type { CampaignName } from "../../records/index.ts";
/** Last file of a packed campaign, which lists all others. Unlisted files are refused. */
export interface PackManifest {
  format: typeof PACK_FORMAT;
  campaign: CampaignName;
  /** Version that packed it, as its rules recompute scores. */
  assay_version: string;
  trials: number;
  /** Number of records by kind. */
  records: Record<string, number>;
  environment: PackedEnvironment;
  /** Missing records in words, and subjects' links, which are not packed. */
  left_out: { missing: string[]; links: number };
  files: PackedFile[];
}

/** Environment of runs and judging, from the records. */
export interface PackedEnvironment {
  runners: string[];
  /** Endpoints of subjects, without credentials. */
  endpoints: string[];
  /** Requested models, and the names they answered with. */
  models: { requested: string; answered: string[] }[];
  judges: { model: string; endpoint: string }[];
  first_run_at: string | null;
  last_run_at: string | null;
}

export interface PackedFile {
  path: string;
  bytes: number;
  sha256: string;
}

export const PACK_FORMAT = "assay.pack/1";
export const MANIFEST_PATH = "assay-pack.json";
