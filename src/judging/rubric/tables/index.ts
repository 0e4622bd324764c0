export { openForeignRatings } from "./foreign-ratings.ts";
export { ownJudgements, ownRatings, ownShape, StoredJudgementsError } from "./own-ratings.ts";
export type { Rating, TableShape } from "./rating.ts";
export { groupingProblem, summarizeRatings } from "./summarize-ratings.ts";
export type { RubricSummary } from "./summary.ts";
export { summaryNotes, summaryRemarks } from "./summary-remarks.ts";
export { type SummarySection, summarySections } from "./summary-sections.ts";
