import {
  bareTable,
  type Cell,
  escapeMarkdown,
  type Layout,
  markdownTable,
  toned,
  visibleLine,
} from "../../text/presentation/index.ts";
import type { CampaignStatistics } from "./campaign-statistics.ts";
import { type Section, statisticsSections } from "./sections.ts";

/** Renders the statistics for a terminal. */
export function renderStatisticsText(statistics: CampaignStatistics, layout: Layout = {}): string {
  return statisticsSections(statistics)
    .map((section) => sectionText(section, layout))
    .join("\n\n");
}

/** Renders the statistics as Markdown for files and pull requests. */
export function renderStatisticsMarkdown(statistics: CampaignStatistics): string {
  return statisticsSections(statistics).map(sectionMarkdown).join("\n\n");
}

const INDENT = 2;

export function sectionText({ title, table, lines, tone }: Section, layout: Layout = {}): string {
  const { width } = layout;
  const inside = width === undefined ? undefined : width - INDENT;
  return [
    toned(layout, "strong", visibleLine(title)),
    ...(table
      ? [
          indent(
            bareTable(
              table.head,
              table.rows.map((row) => row.map((cell) => withTone(cell, layout))),
              { width: inside, keys: table.keys },
            ),
          ),
        ]
      : []),
    ...lines.map((line) =>
      indent(tone ? toned(layout, tone, visibleLine(line)) : outcomeToned(visibleLine(line), layout)),
    ),
  ].join("\n");
}

/** Colours a cell by its mark. */
function withTone(cell: string, layout: Layout): Cell {
  const tone = /✗$/.test(cell) ? "bad" : /✓$/.test(cell) ? "good" : null;
  return tone === null ? cell : { text: cell, paint: (text) => toned(layout, tone, text) };
}

/** Colours the outcome in `model/case #1: 3.4 failed. …`. */
function outcomeToned(line: string, layout: Layout): string {
  return line.replace(
    OUTCOME,
    (_, before, outcome) => before + toned(layout, outcome === "passed" ? "good" : "bad", outcome),
  );
}

const OUTCOME = /^(\S+ #[\d, #]+: [\d.–]+ )(passed|failed)\b/;

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
