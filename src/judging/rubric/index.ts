export { askAboutSamples } from "./judging/judge-samples.ts";
export { singleJudgeProfile, systemPrompts, unusedSettings } from "./judging/judge-settings.ts";
export type { Judgement } from "./judging/judgement.ts";
export { judgingOrder } from "./judging/judging-order.ts";
export type { Language } from "./judging/language.ts";
export { sampleQuestion } from "./judging/sample-question.ts";
export {
  judgementsPath,
  type RubricManifest,
  readManifest,
  rejectsPath,
  spoolPath,
} from "./run-files.ts";
export { groupByProblem, plannedJudgements, runRubric, summarizeRun } from "./run-rubric.ts";

export { type PreparedSamples, prepareSamples } from "./samples/prepared-samples.ts";
export { formatOf, SampleFileError, type SampleFormat } from "./samples/read-samples.ts";
export { createRubricReader } from "./samples/rubric-reader.ts";
export { type RunSample, sampleOfRun } from "./samples/run-sample.ts";
export type { Sample } from "./samples/sample.ts";
export {
  type ListedRubric,
  listStoredRubrics,
  openStoredRubric,
  type StoredRubric,
  type StoredSample,
} from "./stored-rubrics.ts";
export { openForeignRatings } from "./tables/foreign-ratings.ts";
export { ownRatings, ownShape, StoredJudgementsError } from "./tables/own-ratings.ts";
export type { Rating, TableShape } from "./tables/rating.ts";
export { groupingProblem, summarizeRatings } from "./tables/summarize-ratings.ts";
export type { RubricSummary } from "./tables/summary.ts";
export { summaryNotes, summaryRemarks } from "./tables/summary-remarks.ts";
export { type SummarySection, summarySections } from "./tables/summary-sections.ts";
