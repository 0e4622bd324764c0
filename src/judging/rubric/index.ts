export { blindMeta, revealMeta, type SentMeta } from "./blind.ts";
export * from "./contract.ts";
export { type ForeignRatings, openForeignRatings } from "./foreign-ratings.ts";
export {
  type JudgedCall,
  judgeSamples,
  type QuestionOptions,
  type RubricJudge,
  type SampleQuestion,
  sampleQuestion,
} from "./judge-samples.ts";
export { isSameModel, type Judgement } from "./judgement.ts";
export { judgingOrder } from "./judging-order.ts";
export { type Language, promptLanguage } from "./language.ts";
export { openRubricJudges, singleJudgeProfile, systemPrompts, unusedSettings } from "./open-judges.ts";
export { ownRatings, ownShape, StoredJudgementsError } from "./own-ratings.ts";
export { type PreparedSample, type PreparedSamples, prepareSamples } from "./prepared-samples.ts";
export type { Rating, RatingRoles, TableShape } from "./rating.ts";
export {
  formatOf,
  readSamples,
  SAMPLE_FORMATS,
  type SampleEntry,
  SampleFileError,
  type SampleFormat,
} from "./read-samples.ts";
export { createRubricReader } from "./rubric-reader.ts";
export { judgementsPath, type RubricManifest, readManifest, rejectsPath, rubricFolder } from "./run-files.ts";
export { groupByProblem, plannedJudgements, type RubricRun, runRubric, spoolPath } from "./run-rubric.ts";
export { META_FIELDS, type MetaValue, type Sample, type SampleMeta } from "./sample.ts";
export { type RunSample, samplesFromRuns } from "./samples-from-runs.ts";
export { groupingProblem, summarizeRatings, summarizeRun } from "./summarize-run.ts";
export type { RubricSummary } from "./summary.ts";
export { RUBRIC_RULES } from "./violation-messages.ts";
