import type { CampaignName } from "../../records/index.ts";
import type { Log } from "../log/log.ts";
import { campaignRecords } from "./campaign-records.ts";
import { noteEnvironment } from "./environment.ts";
import type { PackManifest } from "./manifest.ts";

/** Describes records in the manifest of a packed campaign. */
export function describePackedCampaign(
  log: Log,
  campaign: CampaignName,
): Pick<PackManifest, "trials" | "records" | "environment"> & { missing: string[] } {
  const { note, result } = noteEnvironment();
  const records: Record<string, number> = {};
  const missing: string[] = [];
  for (const record of campaignRecords(log, campaign, { onMissing: (what) => missing.push(what) })) {
    records[record.kind] = (records[record.kind] ?? 0) + 1;
    note(record);
  }
  const trials = (records.run ?? 0) + (records.adoption ?? 0);
  return { trials, records, environment: result(), missing };
}
