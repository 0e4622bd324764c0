import type { RegisterCommand } from "../words/command.ts";
import { registerImportAnswers } from "./import/answers.ts";
import { registerImportOpenAiEvals } from "./import/openai-evals.ts";
import { registerImportPromptfoo } from "./import/promptfoo.ts";

export const registerImport: RegisterCommand = (program, terminal, finish) => {
  const group = program
    .command("import")
    .description("import evaluations and answers from other programs, and list what did not translate");
  for (const register of [registerImportPromptfoo, registerImportOpenAiEvals, registerImportAnswers])
    register(group, terminal, finish);
};
