import type { RegisterCommand } from "../words/command.ts";
import { registerRubricJudge } from "./rubric/judge.ts";
import { registerRubricSamples } from "./rubric/samples.ts";
import { registerRubricSummarize } from "./rubric/summarize.ts";

export const registerRubric: RegisterCommand = (program, terminal, finish) => {
  const rubric = program
    .command("rubric")
    .description("judge single samples by a rubric, blind to models and variants, with verified evidence");
  for (const register of [registerRubricJudge, registerRubricSamples, registerRubricSummarize])
    register(rubric, terminal, finish);
};
