export { readOpenAiEval } from "./read-openai-eval.ts";
