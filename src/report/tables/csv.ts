import { csvLine } from "../../text/index.ts";
import { spreadsheetText } from "../../text/presentation/index.ts";
import type { CampaignReport } from "../campaign/campaign-report.ts";
import type { StoredRecords } from "../stored-records.ts";
import type { Column, Table, TableRow } from "./column.ts";

/** Renders a table as CSV for spreadsheets (RFC 4180, UTF-8, with a header), protecting foreign text from being read as formulas. */
export function* csvOf(table: Table, report: CampaignReport, records: StoredRecords): Generator<string> {
  yield `${csvLine(table.columns.map(({ name }) => name))}\n`;
  for (const row of table.rows(report, records)) yield `${csvLine(table.columns.map((column) => cell(column, row)))}\n`;
}

function cell({ name, type }: Column, row: TableRow): TableRow[string] {
  const value = row[name] ?? null;
  return type === "text" && typeof value === "string" ? spreadsheetText(value) : value;
}
