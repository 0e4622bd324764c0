import type { FormatName } from "../../../report/formats/index.ts";
import type { RegisterCommand } from "../../options/command.ts";
import { outputOption } from "../../options/output-format.ts";
import { allowHooksOption, intoOption } from "../../options/repeated-options.ts";
import { showImport } from "./show-import.ts";

interface PromptfooFlags {
  into: string;
  allowOutside?: true;
  allowHooks?: true;
  output: FormatName;
}

export const registerImportPromptfoo: RegisterCommand = (group, terminal, finish) => {
  group
    .command("promptfoo")
    .description("translate a promptfooconfig.yaml or .json into a workspace")
    .argument("<file>", "the configuration")
    .addOption(intoOption().default("assay-import"))
    .option("--allow-outside", "allow file:// references outside the configuration's folder")
    .addOption(allowHooksOption())
    .addOption(outputOption("import_report"))
    .addHelpText(
      "after",
      `
Prompts become messages and variants, providers become models, tests become rows of datasets, and assertions become checks, expectations and hooks.
Whatever did not translate is listed with its place and the reason, here and in import-report.md. No code from the configuration
is run, nothing is fetched, and keys are named as variables, never copied.

Examples:
  $ assay import promptfoo promptfooconfig.yaml --into my-evals
  $ cd my-evals && assay validate
  $ assay import promptfoo promptfooconfig.yaml --into my-evals --output json

Exit codes: 0 everything was translated, 1 a workspace was written and something was not translated, 2 usage error.`,
    )
    .action(async (file: string, { output, ...options }: PromptfooFlags) => {
      const { importPromptfoo } = await import("../../../operations/index.ts");
      await showImport(terminal, finish, await importPromptfoo({ ...options, file, cwd: terminal.cwd }), output);
    });
};
