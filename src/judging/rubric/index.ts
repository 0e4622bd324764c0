export * from "./judging/index.ts";
export { judgementsPath, type RubricManifest, readManifest, rejectsPath, spoolPath } from "./run-files.ts";
export { groupByProblem, plannedJudgements, type RubricRun, runRubric, summarizeRun } from "./run-rubric.ts";
export * from "./samples/index.ts";
export * from "./tables/index.ts";
