export { readAnswers, sampleOfAnswer } from "./answers/index.ts";
export {
  collectNotes,
  type ImportEntry,
  type ImportOutcome,
  type ImportReport,
} from "./notes/index.ts";
export { readOpenAiEval } from "./openai-evals/index.ts";
export { readPromptfooConfig } from "./promptfoo/index.ts";
export { type ImportContext, openFileReferences, openForeignFile, placedAt, placedIn } from "./reading/index.ts";
export { composeWorkspace, type ForeignEvaluation } from "./workspace/index.ts";
