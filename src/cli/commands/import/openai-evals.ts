import type { FormatName } from "../../../report/formats/index.ts";
import type { RegisterCommand } from "../../options/command.ts";
import { outputOption } from "../../options/output-format.ts";
import { allowHooksOption, intoOption } from "../../options/repeated-options.ts";
import { showImport } from "./show-import.ts";

interface OpenAiEvalsFlags {
  into: string;
  data?: string;
  allowHooks?: true;
  output: FormatName;
}

export const registerImportOpenAiEvals: RegisterCommand = (group, terminal, finish) => {
  group
    .command("openai-evals")
    .description("translate an eval from OpenAI's service, saved as JSON, into a workspace")
    .argument("<file>", "the eval: data_source_config and testing_criteria, with or without a run")
    .option("--data <file>", "JSONL with the rows, if the run does not contain them")
    .addOption(intoOption().default("assay-import"))
    .addOption(allowHooksOption())
    .addOption(outputOption("import_report"))
    .addHelpText(
      "after",
      `
Rows become a dataset, the template becomes the messages, graders become checks, expectations and hooks, and a grading model becomes the judge.

Examples:
  $ assay import openai-evals eval.json --into my-evals
  $ assay import openai-evals eval.json --data rows.jsonl --into my-evals

Exit codes: 0 everything was translated, 1 a workspace was written and something was not translated, 2 usage error.`,
    )
    .action(async (file: string, { output, ...options }: OpenAiEvalsFlags) => {
      const { importOpenAiEvals } = await import("../../../operations/index.ts");
      await showImport(terminal, finish, await importOpenAiEvals({ ...options, file, cwd: terminal.cwd }), output);
    });
};
