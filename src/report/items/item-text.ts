import type { DescribedSection, ItemResult } from "../../judging/index.ts";
import { bareTable, escapeMarkdown, type Layout, plural, toned, visibleLine } from "../../text/presentation/index.ts";

/** Renders a judging of items for a terminal: the sections of its protocol, and what has no verdict. */
export function itemResultText(result: ItemResult, layout: Layout = {}): string {
  return [
    `${toned(layout, "strong", visibleLine(result.name))}: ${countsOf(result)}`,
    ...result.sections.map(({ title, table, lines }) =>
      [
        toned(layout, "strong", title),
        ...(table ? [bareTable(table.head, table.rows, layout)] : []),
        ...lines.map((line) => `  ${visibleLine(line)}`),
      ].join("\n"),
    ),
    ...openLines(result).map(visibleLine),
  ].join("\n\n");
}

/** Renders the same as Markdown. */
export function itemResultMarkdown(result: ItemResult): string {
  return [
    `## ${escapeMarkdown(result.name)}`,
    escapeMarkdown(countsOf(result)),
    ...result.sections.map(sectionMarkdown),
    ...openLines(result).map(escapeMarkdown),
  ].join("\n\n");
}

function sectionMarkdown({ title, table, lines }: DescribedSection): string {
  const row = (cells: readonly string[]) => `| ${cells.map(escapeMarkdown).join(" | ")} |`;
  return [
    `### ${escapeMarkdown(title)}`,
    "",
    ...(table ? [row(table.head), row(table.head.map(() => "---")).replaceAll("\\", ""), ...table.rows.map(row)] : []),
    ...lines.map((line) => `- ${escapeMarkdown(line)}`),
  ].join("\n");
}

function countsOf({ items, judges, refused }: ItemResult): string {
  const scored = items.filter(({ verdicts }) => verdicts.length > 0).length;
  const left = refused.length === 0 ? "" : `, ${plural(refused.length, "entry")} refused`;
  return `${scored} of ${plural(items.length, "item")} scored by ${judges.map(({ model }) => model).join(", ")}${left}`;
}

function openLines({ stopped, items }: ItemResult): string[] {
  const failed = items.flatMap(({ id, failed: calls }) =>
    calls.map(({ judge, reason }) => `${id}, ${judge}: ${reason}`),
  );
  return [
    ...(stopped === null ? [] : [`Incomplete: ${stopped}. The same command continues from here.`]),
    ...(failed.length === 0 ? [] : [`Without a verdict: ${failed.slice(0, 5).join("; ")}`]),
  ];
}
