import { canonicalJson, sha256 } from "../../text/index.ts";
import type { DataRow, DataTable } from "./table.ts";

/** Separates the ids of case and row: `refund--late_parcel`. */
export const ROW_SEPARATOR = "--";

/** Leaves room for the separator and a row id within 128 characters. */
export const LONGEST_DATASET_CASE_ID = 80;
const LONGEST_ROW_ID = 128 - LONGEST_DATASET_CASE_ID - ROW_SEPARATOR.length;

/** Enough hexadecimal digits to make a collision among ten thousand rows practically impossible. */
const HASH_DIGITS = 12;

export type RowIds = { ok: true; ids: string[] } | { ok: false; problems: string[] };

/**
 * Names the rows, by an id column or else by a hash of their content, so that inserting or moving a row renames no other. Equal rows are
 * numbered.
 */
export function rowIds({ columns, rows }: DataTable, idColumn: number | undefined): RowIds {
  if (idColumn === undefined) return { ok: true, ids: idsByContent(columns, rows) };
  const problems: string[] = [];
  const taken = new Map<string, DataRow>();
  const ids = rows.map((row) => {
    const id = idFrom(row.cells[idColumn]);
    const place = row.place;
    if (id === undefined) {
      problems.push(`has no name for the row (${place})`);
      return "";
    }
    const other = taken.get(id.toLowerCase());
    if (other === undefined) taken.set(id.toLowerCase(), row);
    else {
      const [first, second] = [other, row].map(({ cells }) => JSON.stringify(cells[idColumn]));
      const names = first === second ? `both are ${first}` : `${first} and ${second} would both be called "${id}"`;
      problems.push(`gives two rows the same name, ${other.place} and ${place}: ${names}`);
    }
    return id;
  });
  return problems.length === 0 ? { ok: true, ids } : { ok: false, problems };
}

/** Turns a cell into letters, digits, `_`, `-` and `.`, adding a hash if that loses a distinction. */
function idFrom(cell: unknown): string | undefined {
  if (cell === undefined || cell === null || cell === "") return undefined;
  const written = typeof cell === "string" ? cell : JSON.stringify(cell);
  const plain = written.normalize("NFKD").replace(/\p{M}/gu, "").replace(/ß/g, "ss");
  const slug = plain.replace(/[^A-Za-z0-9_.-]+/g, "_").replace(/^[^A-Za-z0-9]+|[^A-Za-z0-9]+$/g, "");
  const losesLetters = /[\p{L}\p{N}]/u.test(plain.replace(/[A-Za-z0-9]/g, ""));
  if (slug !== "" && !losesLetters && slug.length <= LONGEST_ROW_ID) return slug;
  const hash = sha256(written).slice(0, 8);
  const beginning = slug.slice(0, LONGEST_ROW_ID - hash.length - 1).replace(/[^A-Za-z0-9]+$/, "");
  return beginning === "" ? hash : `${beginning}_${hash}`;
}

function idsByContent(columns: readonly string[], rows: readonly DataRow[]): string[] {
  const order = columns.map((name, number) => ({ name, number })).sort((a, b) => (a.name < b.name ? -1 : 1));
  const seen = new Map<string, number>();
  return rows.map(({ cells }) => {
    const present = order.filter(({ number }) => cells[number] !== undefined);
    const content = canonicalJson(present.map(({ name, number }) => [name, cells[number]]));
    const id = sha256(content).slice(0, HASH_DIGITS);
    const count = (seen.get(id) ?? 0) + 1;
    seen.set(id, count);
    return count === 1 ? id : `${id}-${count}`;
  });
}
