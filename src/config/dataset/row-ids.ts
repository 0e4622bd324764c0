import { canonicalJson, sha256 } from "../../text/index.ts";
import type { DataRow, DataTable } from "./table.ts";

/** Between the id of a case and that of a row: `refund--late_parcel`. */
export const ROW_SEPARATOR = "--";

/** Leaves room for the separator and a row within the 128 characters of an id. */
export const LONGEST_DATASET_CASE_ID = 80;
const LONGEST_ROW_ID = 128 - LONGEST_DATASET_CASE_ID - ROW_SEPARATOR.length;

/** So many hexadecimal digits that among ten thousand rows two of the same are not to be expected in a lifetime. */
const HASH_DIGITS = 12;

export type RowIds = { ok: true; ids: string[] } | { ok: false; problems: string[] };

/**
 * What each row is called. An id column names it in the letters that every file system takes; without one a hash of
 * its content does, so that inserting or moving a row renames no other. Rows that are the same in everything are numbered.
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

/** The cell in letters, digits, `_`, `-` and `.`; where that loses something that tells it from others, with a hash. */
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
