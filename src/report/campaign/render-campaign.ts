import { escapeMarkdown, type Layout, toned, visibleLine } from "../../text/presentation/index.ts";
import { correctionSections } from "../calibration/correction-section.ts";
import { renderStatisticsMarkdown, renderStatisticsText, sectionMarkdown, sectionText } from "../statistics/render.ts";
import { reliabilitySection, type Section } from "../statistics/sections.ts";
import type { CampaignReport } from "./campaign-report.ts";
import { campaignSections, headLines } from "./campaign-sections.ts";
import { campaignVerdict } from "./verdict.ts";

/** Renders a judged campaign for a terminal, with the result first and again at the end. */
export function renderCampaignText(report: CampaignReport, layout: Layout = {}): string {
  const section = (one: Section) => sectionText(one, layout);
  const { verdict, next } = verdictText(report, layout);
  return [
    verdict,
    headLines(report).map(visibleLine).join("\n"),
    ...campaignSections(report).map(section),
    ...(report.totals.scored > 0 ? [renderStatisticsText(report.statistics, layout)] : []),
    ...correctionSections(report.corrected ?? []).map(section),
    ...checkedRates(report).map(section),
    filesLine(report),
    [verdict, ...next].join("\n"),
  ].join("\n\n");
}

function verdictText(report: CampaignReport, layout: Layout): { verdict: string; next: string[] } {
  const { answer, corrected, isDecided, eyes, next } = campaignVerdict(report);
  const lines = [
    toned(layout, isDecided ? "good" : "doubtful", toned(layout, "strong", visibleLine(answer))),
    ...(corrected === null ? [] : [toned(layout, "strong", visibleLine(corrected))]),
    ...(eyes === null ? [] : [toned(layout, "doubtful", visibleLine(eyes))]),
  ];
  return {
    verdict: lines.join("\n"),
    next: next === null ? [] : [`Next: ${toned(layout, "command", visibleLine(next))}`],
  };
}

/** Renders a judged campaign as Markdown for pull requests and files, with the result below the title. */
export function renderCampaignMarkdown(report: CampaignReport): string {
  const [title, ...facts] = headLines(report);
  const { answer, corrected, eyes } = campaignVerdict(report);
  return [
    `## ${escapeMarkdown(title!)}`,
    ...[answer, corrected].filter((said) => said !== null).map((said) => `**${escapeMarkdown(said)}**`),
    ...(eyes === null ? [] : [escapeMarkdown(eyes)]),
    facts.map((fact) => `- ${escapeMarkdown(fact)}`).join("\n"),
    ...campaignSections(report).map(sectionMarkdown),
    ...(report.totals.scored > 0 ? [renderStatisticsMarkdown(report.statistics)] : []),
    ...correctionSections(report.corrected ?? []).map(sectionMarkdown),
    ...checkedRates(report).map(sectionMarkdown),
    escapeMarkdown(filesLine(report)),
  ].join("\n\n");
}

/** Without judges, the pass rates are the whole result. */
function checkedRates({ judge_runs, statistics }: CampaignReport): Section[] {
  const section = reliabilitySection(statistics);
  return judge_runs.length === 0 && section.lines.length > 0 ? [section] : [];
}

function filesLine({ trials, judge_runs }: CampaignReport): string {
  if (judge_runs.length === 0) return "No judge was asked: the evaluation profile names none.";
  const judged = trials.find((trial) => trial.judge_runs.length > 0);
  if (!judged) return "None of it has been judged yet.";
  const { evaluation } = judged.files;
  if (evaluation === null) return "Evaluations are in the log; `assay files` writes them out for reading.";
  // evaluations/<suite>/<run profile>/<evaluation profile>/<model>/<case>/…
  return `Evaluations: outputs/${evaluation.split("/").slice(0, 4).join("/")}`;
}
