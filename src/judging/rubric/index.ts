export * from "./judging/index.ts";
export {
  judgementsPath,
  type RubricManifest,
  readManifest,
  readManifestNow,
  rejectsPath,
  spoolPath,
} from "./run-files.ts";
export { groupByProblem, plannedJudgements, runRubric, summarizeRun } from "./run-rubric.ts";
export * from "./samples/index.ts";
export { type IndexedJudgements, indexJudgements, readJudgements } from "./stored-judgements.ts";
export * from "./tables/index.ts";
