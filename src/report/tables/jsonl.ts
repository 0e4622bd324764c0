import type { CampaignReport } from "../campaign/campaign-report.ts";
import type { StoredRecords } from "../stored-records.ts";
import type { Table } from "./column.ts";

/** A table as JSON Lines: one object a line, every column in it, texts exactly as they are. */
export function* jsonLinesOf(table: Table, report: CampaignReport, records: StoredRecords): Generator<string> {
  for (const row of table.rows(report, records))
    yield `${JSON.stringify(Object.fromEntries(table.columns.map(({ name }) => [name, row[name] ?? null])))}\n`;
}
