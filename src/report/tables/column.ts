import type { CampaignReport } from "../campaign/campaign-report.ts";
import type { StoredRecords } from "../stored-records.ts";

/** Column of a table for programs. Names and meanings are stable, and columns are only added at the end. */
export interface Column {
  name: string;
  type: "text" | "number" | "integer" | "boolean";
  /** Description in docs/formats.md; a test compares. */
  about: string;
}

type TableCell = string | number | boolean | null;
export type TableRow = Record<string, TableCell>;

/** Table of a campaign, whose rows are generated one at a time for campaigns of any size. */
export interface Table {
  name: "trials" | "verdicts" | "calls";
  columns: readonly Column[];
  rows(report: CampaignReport, records: StoredRecords): Iterable<TableRow>;
}

/** Makes columns of a type: `"integer", { repetition: "…" }`. */
export function columnsOf(type: Column["type"], about: Record<string, string>): Column[] {
  return Object.entries(about).map(([name, words]) => ({ name, type, about: words }));
}

/** First columns of every table, which identify the campaign so that tables can be combined. */
export const CAMPAIGN_COLUMNS: Column[] = columnsOf("text", {
  suite_id: "the suite",
  run_profile_id: "the run profile",
  evaluation_profile_id: "the evaluation profile",
});

export function campaignCells(report: CampaignReport): TableRow {
  const { suite_id, run_profile_id, evaluation_profile_id } = report;
  return { suite_id, run_profile_id, evaluation_profile_id };
}
