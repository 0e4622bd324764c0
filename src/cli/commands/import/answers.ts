import type { FormatName } from "../../../report/formats/index.ts";
import type { RegisterCommand } from "../../options/command.ts";
import { outputOption } from "../../options/output-format.ts";
import { outFileOption } from "../../options/repeated-options.ts";
import { showImport } from "./show-import.ts";

export const registerImportAnswers: RegisterCommand = (group, terminal, finish) => {
  group
    .command("answers")
    .description("turn answers from other programs into samples that can be judged blind")
    .argument(
      "<file>",
      "JSONL with answers, results of promptfoo (JSON or JSONL), or a log of Inspect (.json or .eval)",
    )
    .addOption(outFileOption().default("samples.jsonl"))
    .addOption(outputOption("import_report"))
    .addHelpText(
      "after",
      `
The samples go to a new file; an existing one is never overwritten.
A line of JSONL has a question, an answer and the model that gave it; variant, case and suite are optional. Every sample
says which file it comes from and which program made it, so that it is never mistaken for a run of Assay's.

Examples:
  $ assay import answers results.json --out samples.jsonl
  $ assay rubric judge --samples samples.jsonl --rubric rubric.yaml --model offline/judge
  $ assay import answers logs/task.eval --out task.jsonl

Exit codes: 0 every entry became a sample, 1 some did not, 2 usage error.`,
    )
    .action(async (file: string, { output, out }: { out: string; output: FormatName }) => {
      const { importAnswers } = await import("../../../operations/index.ts");
      await showImport(terminal, finish, await importAnswers({ file, out, cwd: terminal.cwd }), output);
    });
};
