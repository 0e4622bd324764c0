import Table from "cli-table3";

/** Columns by spaces alone, a table that can be pasted anywhere: names in the first column, figures in the others. */
export function bareTable(head: readonly string[], rows: readonly (readonly (string | number)[])[]): string {
  const table = new Table({
    head: [...head],
    colAligns: head.map((_, column) => (column === 0 ? "left" : "right")),
    style: { head: [], border: [], compact: true },
    chars: { ...NO_LINES, middle: " " },
  });
  table.push(...rows.map((row) => [...row]));
  return table.toString();
}

/** Rows as aligned columns without a head, also with wide characters; the last column is not padded. */
export function columns(rows: readonly (readonly string[])[], indent = ""): string {
  const table = new Table({
    chars: { ...NO_LINES, middle: "  " },
    style: { "padding-left": 0, "padding-right": 0, border: [], head: [] },
  });
  for (const row of rows) table.push([...row]);
  return table
    .toString()
    .split("\n")
    .map((line) => `${indent}${line.trimEnd()}`)
    .join("\n");
}

const NO_LINES = Object.fromEntries(
  ["top", "bottom", "left", "right", "mid"]
    .flatMap((side) => [side, `${side}-mid`, `${side}-left`, `${side}-right`])
    .map((part) => [part, ""]),
);
