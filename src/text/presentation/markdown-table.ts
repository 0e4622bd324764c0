import { escapeMarkdown } from "./escape-markdown.ts";

/** A cell of a Markdown table: foreign text, or Markdown of our own, such as an interval in brackets. */
export type MarkdownCell = string | { markdown: string };

/** A table in Markdown. The first column holds names, the others figures, unless `align` says otherwise. */
export function markdownTable(
  head: readonly string[],
  rows: readonly (readonly MarkdownCell[])[],
  align: "figures" | "left" = "figures",
): string {
  const rule =
    align === "left"
      ? `| ${head.map(() => "---").join(" | ")} |`
      : `|${head.map((_, column) => (column === 0 ? "---|" : "---:|")).join("")}`;
  return [tableRow(head), rule, ...rows.map(tableRow)].join("\n");
}

function tableRow(cells: readonly MarkdownCell[]): string {
  const written = cells.map((cell) => (typeof cell === "string" ? escapeMarkdown(cell) : cell.markdown));
  return `| ${written.join(" | ")} |`;
}
