export { type CampaignReport, composeCampaignReport } from "./campaign-report.ts";
export { campaignSections, headLines } from "./campaign-sections.ts";

export type { ModelSummary } from "./model-summary.ts";
export { renderCampaignMarkdown, renderCampaignText } from "./render-campaign.ts";
