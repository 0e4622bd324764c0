import { escapeMarkdown, markdownTable } from "../../../text/presentation/index.ts";
import type { RubricSummary } from "./summary.ts";
import { summaryNotes, summaryRemarks } from "./summary-remarks.ts";
import { type SummarySection, summarySections } from "./summary-sections.ts";

/** The summary for people. Every number can be traced to scores_long.csv beside it, and from there to the records. */
export function summaryMarkdown(name: string, summary: RubricSummary): string {
  const { counted, remarks } = summaryRemarks(summary);
  return [
    `# ${escapeMarkdown(name)}`,
    counted,
    ...remarks.map(({ word, text }) => `${word === "" ? "" : `**${word}**`}${text}`),
    ...summarySections(summary).flatMap(sectionMarkdown),
    ...summaryNotes(summary),
    "",
  ].join("\n\n");
}

function sectionMarkdown({ title, table, lines }: SummarySection): string[] {
  const parts = [...(table ? [markdownTable(table.head, table.rows, "left")] : []), ...lines];
  return [`## ${title}`, parts.join("\n\n")];
}
