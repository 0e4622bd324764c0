import Table from "cli-table3";

/** Rows as aligned columns without lines, also with wide characters; the last column is not padded. */
export function columns(rows: readonly (readonly string[])[], indent = ""): string {
  const table = new Table({
    chars: {
      top: "",
      "top-mid": "",
      "top-left": "",
      "top-right": "",
      bottom: "",
      "bottom-mid": "",
      "bottom-left": "",
      "bottom-right": "",
      left: "",
      "left-mid": "",
      mid: "",
      "mid-mid": "",
      right: "",
      "right-mid": "",
      middle: "  ",
    },
    style: { "padding-left": 0, "padding-right": 0, border: [], head: [] },
  });
  for (const row of rows) table.push([...row]);
  return table
    .toString()
    .split("\n")
    .map((line) => `${indent}${line.trimEnd()}`)
    .join("\n");
}
