export { readPromptfooConfig } from "./import-promptfoo-file.ts";
