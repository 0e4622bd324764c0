export { type CampaignStatistics, campaignStatistics } from "./campaign-statistics.ts";
export type { Comparison } from "./comparison.ts";
export { comparisonLine } from "./comparison-section.ts";
export { alphaWords, shareWords } from "./rate-words.ts";
export { renderStatisticsMarkdown, renderStatisticsText } from "./render.ts";
export { type Section, statisticsSections } from "./sections.ts";
export type { VariantStatistics } from "./variant-statistics.ts";
