import { escapeMarkdown, visibleLine } from "../../presentation/index.ts";
import { renderStatisticsMarkdown, renderStatisticsText, sectionMarkdown, sectionText } from "../statistics/render.ts";
import type { CampaignReport } from "./campaign-report.ts";
import { campaignSections, headLines } from "./campaign-sections.ts";

/** The report of a judged campaign for a terminal. */
export function renderCampaignText(report: CampaignReport): string {
  return [
    headLines(report).map(visibleLine).join("\n"),
    ...campaignSections(report).map(sectionText),
    ...(report.totals.scored > 0 ? [renderStatisticsText(report.statistics)] : []),
    filesLine(report),
  ].join("\n\n");
}

/** The same as Markdown, for pull requests and files. */
export function renderCampaignMarkdown(report: CampaignReport): string {
  const [title, ...facts] = headLines(report);
  return [
    `## ${escapeMarkdown(title!)}`,
    facts.map((fact) => `- ${escapeMarkdown(fact)}`).join("\n"),
    ...campaignSections(report).map(sectionMarkdown),
    ...(report.totals.scored > 0 ? [renderStatisticsMarkdown(report.statistics)] : []),
    escapeMarkdown(filesLine(report)),
  ].join("\n\n");
}

function filesLine({ trials }: CampaignReport): string {
  const evaluation = trials.find(({ files }) => files.evaluation !== null)?.files.evaluation;
  if (!evaluation) return "Nothing of it has been judged yet.";
  // evaluations/<suite>/<run profile>/<evaluation profile>/<model>/<case>/…
  return `Evaluations: outputs/${evaluation.split("/").slice(0, 4).join("/")}`;
}
