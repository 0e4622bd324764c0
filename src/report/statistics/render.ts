import { bareTable } from "../bare-table.ts";
import type { CampaignStatistics } from "./campaign-statistics.ts";
import { type Section, statisticsSections } from "./sections.ts";

/** The statistics as text for a terminal. */
export function renderStatisticsText(statistics: CampaignStatistics): string {
  return statisticsSections(statistics).map(sectionText).join("\n\n");
}

/** The statistics as Markdown, for files and pull requests. */
export function renderStatisticsMarkdown(statistics: CampaignStatistics): string {
  return statisticsSections(statistics).map(sectionMarkdown).join("\n\n");
}

export function sectionText({ title, table, lines }: Section): string {
  return [title, ...(table ? [indent(bareTable(table.head, table.rows))] : []), ...lines.map(indent)].join("\n");
}

export function sectionMarkdown({ title, table, lines }: Section): string {
  return [
    `### ${escapeMarkdown(title)}`,
    ...(table ? [markdownTable(table.head, table.rows)] : []),
    ...(lines.length > 0 ? [lines.map((line) => `- ${escapeMarkdown(line)}`).join("\n")] : []),
  ].join("\n\n");
}

/** The first column holds names, the others figures. */
export function markdownTable(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const row = (cells: readonly string[]) => `| ${cells.map(escapeMarkdown).join(" | ")} |`;
  return [row(head), `|${head.map((_, column) => (column === 0 ? "---|" : "---:|")).join("")}`, ...rows.map(row)].join(
    "\n",
  );
}

/**
 * Labels are anything a user wrote; they must not become markup, table borders or mentions, and the `#1` of a repetition must not become
 * a link to the first issue of whoever pastes the report.
 */
export function escapeMarkdown(text: string): string {
  return text
    .replace(/[\\`*_[\]<>|~]/g, "\\$&")
    .replace(/@|#(?=\d)/g, "$&\u200b")
    .replace(/[\r\n]+/g, " ");
}

function indent(text: string): string {
  return text.replace(/^(?=.)/gm, "  ");
}
