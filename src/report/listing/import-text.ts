import type { ImportEntry, ImportReport } from "../../importing/index.ts";
import { columns, escapeMarkdown, type Layout, markdownTable, plural } from "../../text/presentation/index.ts";

/** Renders what was written, what could not be translated by place, and a summary of the rest. */
export function importText(report: ImportReport, layout: Layout = {}): string {
  const { entries, environment, next, validation } = report;
  const lines = (outcome: ImportEntry["outcome"]) =>
    entries.filter((entry) => entry.outcome === outcome).flatMap(placesOf);
  const lost = lines("not_translated");
  const different = lines("note");
  const became = entries.filter((entry) => entry.became !== undefined);
  return [
    headline(report),
    ...section(
      `Not translated (${report.counts.not_translated})`,
      lost.length === 0 ? "" : columns(lost, "  ", layout),
    ),
    ...section("Different here", different.length === 0 ? "" : columns(different, "  ", layout)),
    ...section(
      "What became of the rest",
      columns(
        became.map(({ what, became: now = "", count, reason }) => [
          `${what}`,
          `${count} ×`,
          `${now}${reason ? ` (${reason})` : ""}`,
        ]),
        "  ",
        layout,
      ),
    ),
    ...section(
      "Set these variables; keys are never copied",
      environment.length === 0 ? "" : `  ${environment.join(", ")}`,
    ),
    ...(validation === null ? [] : [`\n${validationLine(validation)}`]),
    `\nNext:\n${next.map((line) => `  ${line}`).join("\n")}`,
  ].join("\n");
}

/** Renders the same as Markdown, to keep with the workspace. */
export function renderImportMarkdown(report: ImportReport): string {
  const { entries, environment } = report;
  const lost = entries.filter(({ outcome }) => outcome === "not_translated").flatMap(placesOf);
  const different = entries.filter(({ outcome }) => outcome === "note").flatMap(placesOf);
  const became = entries.filter((entry) => entry.became !== undefined);
  const table = (rows: string[][]) => markdownTable(["place", "what", "reason"], rows, "left");
  return `${[
    `# What was imported from ${escapeMarkdown(report.from)}`,
    escapeMarkdown(headline(report)),
    "## Not translated",
    lost.length === 0 ? "Everything was translated." : table(lost),
    ...(different.length === 0 ? [] : ["## Different here", table(different)]),
    "## What became of the rest",
    markdownTable(
      ["what", "times", "what it is here", "what is different"],
      became.map(({ what, count, became: now = "", reason = "" }) => [what, String(count), now, reason]),
      "left",
    ),
    ...(environment.length === 0
      ? []
      : [`Keys are never copied. Set these variables: ${environment.map(escapeMarkdown).join(", ")}.`]),
  ].join("\n\n")}\n`;
}

function headline({ from, into, files, counts }: ImportReport): string {
  const { samples, cases = 0, tests = 0, models = 0, variants = 0 } = counts;
  const found =
    samples === undefined
      ? `${plural(cases, "case")} with ${plural(tests, "test")}, ${plural(models, "model")}${variants > 0 ? `, ${plural(variants, "variant")}` : ""}`
      : plural(samples, "sample");
  return `${from} → ${into}: ${found}; ${plural(files.length, "file")} written.`;
}

/** Lists places, one per line, and the number of those that were not kept. */
function placesOf({ what, reason = "", count, places }: ImportEntry): string[][] {
  const lines = places.map((place) => [place, what, reason]);
  return count > places.length ? [...lines, ["…", what, `${count} times in all`]] : lines;
}

function section(title: string, body: string): string[] {
  return body === "" ? [] : [`\n${title}`, body];
}

function validationLine({ ok, errors, warnings }: NonNullable<ImportReport["validation"]>): string {
  if (ok) return `assay validate accepts it${warnings > 0 ? `, with ${plural(warnings, "warning")}` : ""}.`;
  return `assay validate finds ${plural(errors, "error")} in it; \`assay validate\` shows where.`;
}
