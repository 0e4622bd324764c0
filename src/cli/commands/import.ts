import type { RegisterCommand } from "../options/command.ts";
import { registerImportAnswers } from "./import/answers.ts";
import { registerImportOpenAiEvals } from "./import/openai-evals.ts";
import { registerImportPromptfoo } from "./import/promptfoo.ts";

export const registerImport: RegisterCommand = (group, terminal, finish) => {
  for (const register of [registerImportPromptfoo, registerImportOpenAiEvals, registerImportAnswers])
    register(group, terminal, finish);
};
