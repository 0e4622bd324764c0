import type { RegisterCommand } from "../options/command.ts";
import { registerRubricJudge } from "./rubric/judge.ts";
import { registerRubricSamples } from "./rubric/samples.ts";
import { registerRubricSummarize } from "./rubric/summarize.ts";

export const registerRubric: RegisterCommand = (rubric, terminal, finish) => {
  for (const register of [registerRubricJudge, registerRubricSamples, registerRubricSummarize])
    register(rubric, terminal, finish);
};
