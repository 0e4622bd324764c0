import type { CampaignReport } from "../campaign/campaign-report.ts";
import type { StoredRecords } from "../stored-records.ts";
import type { Table } from "./column.ts";

/** Renders a table as JSON Lines, one object with all columns per line, with texts unchanged. */
export function* jsonLinesOf(table: Table, report: CampaignReport, records: StoredRecords): Generator<string> {
  for (const row of table.rows(report, records))
    yield `${JSON.stringify(Object.fromEntries(table.columns.map(({ name }) => [name, row[name] ?? null])))}\n`;
}
