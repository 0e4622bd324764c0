import { ByteWriter, ParquetWriter, schemaFromColumnData } from "hyparquet-writer";
import type { CampaignReport } from "../campaign/campaign-report.ts";
import type { StoredRecords } from "../stored-records.ts";
import type { Column, Table, TableRow } from "./column.ts";

/** Limits a row group, which is in memory at a time, by rows and characters. */
const ROWS_OF_A_GROUP = 5000;
const CHARACTERS_OF_A_GROUP = 16 * 1024 * 1024;

const TYPES = { text: "STRING", number: "DOUBLE", integer: "INT64", boolean: "BOOLEAN" } as const;

/** Renders a table as Parquet, one row group at a time. */
export function* parquetOf(table: Table, report: CampaignReport, records: StoredRecords): Generator<Uint8Array> {
  const bytes = new ByteWriter();
  const described = table.columns.map(({ name, type }) => ({ name, type: TYPES[type], data: [], nullable: true }));
  const writer = new ParquetWriter({ writer: bytes, schema: schemaFromColumnData({ columnData: described }) });
  for (const group of groupsOf(table.rows(report, records))) {
    const columnData = table.columns.map((column) => ({
      name: column.name,
      data: group.map((row) => stored(column, row)),
    }));
    // Resolves at once, as bytes go to memory.
    void writer.write({ columnData, rowGroupSize: group.length });
    yield taken(bytes);
  }
  void writer.finish();
  yield taken(bytes);
}

function* groupsOf(rows: Iterable<TableRow>): Generator<TableRow[]> {
  let group: TableRow[] = [];
  let characters = 0;
  for (const row of rows) {
    group.push(row);
    for (const cell of Object.values(row)) if (typeof cell === "string") characters += cell.length;
    if (group.length < ROWS_OF_A_GROUP && characters < CHARACTERS_OF_A_GROUP) continue;
    yield group;
    group = [];
    characters = 0;
  }
  if (group.length > 0) yield group;
}

function stored({ name, type }: Column, row: TableRow): TableRow[string] | bigint | undefined {
  const value = row[name] ?? undefined;
  return type === "integer" && typeof value === "number" ? BigInt(Math.round(value)) : value;
}

/** Takes the bytes written since the last call; the writer's position continues. */
function taken(bytes: ByteWriter): Uint8Array {
  const chunk = bytes.getBytes().slice();
  bytes.index = 0;
  return chunk;
}
