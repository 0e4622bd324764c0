import type { FormatName } from "../../report/formats/index.ts";
import type { RegisterCommand } from "../options/command.ts";
import { outputOption, printResult } from "../options/output-format.ts";
import { EXIT } from "../terminal/exit-codes.ts";

export const registerValidate: RegisterCommand = (command, terminal, finish) => {
  command
    .argument("[paths...]", "files or folders; the workspace around the current folder when left out")
    .addOption(outputOption("validation"))
    .addHelpText(
      "after",
      `
Exit code 0 when there is no error (warnings may be printed), 2 otherwise.

Examples:
  $ assay validate
  $ assay validate configs/suites
  $ assay validate configs/suites/quickstart.yaml --output json`,
    )
    .action(async (paths: string[], { output }: { output: FormatName }) => {
      const { validate } = await import("../../operations/index.ts");
      const validation = await validate({ cwd: terminal.cwd, paths });
      finish(validation.ok ? EXIT.ok : EXIT.usage);
      await printResult(terminal, "validation", output, validation);
    });
};
