import type { CampaignReport } from "../campaign/campaign-report.ts";
import type { StoredRecords } from "../stored-records.ts";

/** A column of a table for programs. Names and meanings stay; columns are only ever added, at the end. */
export interface Column {
  name: string;
  type: "text" | "number" | "integer" | "boolean";
  /** For docs/formats.md, which a test holds against this. */
  about: string;
}

type TableCell = string | number | boolean | null;
export type TableRow = Record<string, TableCell>;

/** A table of a campaign: its columns, and its rows one at a time, so that no campaign is too large. */
export interface Table {
  name: "trials" | "verdicts" | "calls";
  columns: readonly Column[];
  rows(report: CampaignReport, records: StoredRecords): Iterable<TableRow>;
}

/** `"integer", { repetition: "…" }` as columns of that type. */
export function columnsOf(type: Column["type"], about: Record<string, string>): Column[] {
  return Object.entries(about).map(([name, words]) => ({ name, type, about: words }));
}

/** What every table begins with: which campaign a row is of, so that tables of several can be put together. */
export const CAMPAIGN_COLUMNS: Column[] = columnsOf("text", {
  suite_id: "the suite",
  run_profile_id: "the run profile",
  evaluation_profile_id: "the evaluation profile",
});

export function campaignCells(report: CampaignReport): TableRow {
  const { suite_id, run_profile_id, evaluation_profile_id } = report;
  return { suite_id, run_profile_id, evaluation_profile_id };
}
