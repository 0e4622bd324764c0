import type { CampaignReport } from "../campaign/campaign-report.ts";
import { renderCampaignMarkdown } from "../campaign/render-campaign.ts";
import { type ComparisonReport, renderComparisonMarkdown } from "../compare/render.ts";
import type { GateReport } from "../gate/decide-gate.ts";
import { renderGateMarkdown } from "../gate/render.ts";
import { cutMarkdown } from "./cut-markdown.ts";

/** GitHub drops a step's summary beyond 1,024 KiB. */
const LARGEST_SUMMARY = 1024 * 1024;

const NOTE = "The summary of a step may not be longer; `assay report` shows the rest.";

/** @param taken bytes of the summary that are already used */
export function renderStepSummary(report: CampaignReport, taken = 0): string {
  return summaryWithin(renderCampaignMarkdown(report), taken);
}

export function renderComparisonSummary(report: ComparisonReport, taken = 0): string {
  return summaryWithin(renderComparisonMarkdown(report), taken);
}

export function renderGateSummary(report: GateReport, taken = 0): string {
  return summaryWithin(renderGateMarkdown(report), taken);
}

/** Returns nothing if there is no room: too long a summary would be dropped with all others. */
function summaryWithin(markdown: string, taken: number): string {
  const room = LARGEST_SUMMARY - taken - 2;
  return room < 500 ? "" : `${cutMarkdown(markdown, room, NOTE)}\n`;
}
