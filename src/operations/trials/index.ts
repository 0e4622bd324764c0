export { type ListTrialsOptions, listStoredTrials } from "./list-trials.ts";
export { type ShownRecords, type ShowTrialOptions, showTrial } from "./show-trial.ts";
export type { TrialFilters } from "./trial-filters.ts";
