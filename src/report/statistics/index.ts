export { type CampaignStatistics, campaignStatistics } from "./campaign-statistics.ts";
export type { Comparison } from "./comparison.ts";
export { renderStatisticsMarkdown, renderStatisticsText } from "./render.ts";
export type { VariantStatistics } from "./variant-statistics.ts";
