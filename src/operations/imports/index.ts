export { importAnswers } from "./import-answers.ts";
export { importOpenAiEvals, importPromptfoo } from "./import-evaluations.ts";
export type { ImportAnswersOptions, ImportOpenAiEvalsOptions, ImportOptions } from "./import-options.ts";
