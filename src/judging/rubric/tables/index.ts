export { type ForeignRatings, openForeignRatings } from "./foreign-ratings.ts";
export { ownRatings, ownShape, StoredJudgementsError } from "./own-ratings.ts";
export type { Rating, RatingRoles, TableShape } from "./rating.ts";
export { groupingProblem, summarizeRatings } from "./summarize-ratings.ts";
export type { RubricSummary } from "./summary.ts";
