import type { CampaignName } from "../../records/index.ts";
/** What a packed campaign says of itself, in its last file. Its other files are all named here, and no others are taken. */
export interface PackManifest {
  format: typeof PACK_FORMAT;
  campaign: CampaignName;
  /** The version of Assay that packed it: scores are recomputed by the rules of a version. */
  assay_version: string;
  trials: number;
  /** How many records of each kind. */
  records: Record<string, number>;
  environment: PackedEnvironment;
  /** What the store should have and does not, in words, and links that subjects left, which are not packed. */
  left_out: { missing: string[]; links: number };
  files: PackedFile[];
}

/** Under what the trials were run and judged, as their records say. */
export interface PackedEnvironment {
  runners: string[];
  /** Where subjects were asked, without credentials. */
  endpoints: string[];
  /** Models that were asked for, and those that said they answered. */
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
