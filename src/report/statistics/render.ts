import { bareTable, escapeMarkdown, markdownTable, visibleLine } from "../../presentation/index.ts";
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
  return [
    title,
    ...(table ? [indent(bareTable(table.head, table.rows))] : []),
    ...lines.map((line) => indent(visibleLine(line))),
  ].join("\n");
}

export function sectionMarkdown({ title, table, lines }: Section): string {
  return [
    `### ${escapeMarkdown(title)}`,
    ...(table ? [markdownTable(table.head, table.rows)] : []),
    ...(lines.length > 0 ? [lines.map((line) => `- ${escapeMarkdown(line)}`).join("\n")] : []),
  ].join("\n\n");
}

function indent(text: string): string {
  return text.replace(/^(?=.)/gm, "  ");
}
