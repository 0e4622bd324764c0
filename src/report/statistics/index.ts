export { type CampaignStatistics, campaignStatistics } from "./campaign-statistics.ts";
export type { Comparison } from "./comparison.ts";

export { alphaWords, shareWords } from "./rate-words.ts";

export { statisticsSections } from "./sections.ts";
