import type { FormatName } from "../../report/formats/index.ts";
import type { RegisterCommand } from "../options/command.ts";
import { outputOption, printResult } from "../options/output-format.ts";
import { sayRemarks } from "../terminal/say-remarks.ts";

export const registerSuites: RegisterCommand = (command, terminal) => {
  command
    .argument("[suite]", "id or path")
    .addOption(outputOption("suites"))
    .addHelpText(
      "after",
      `
Examples:
  $ assay suites
  $ assay suites quickstart
  $ assay suites quickstart --output json`,
    )
    .action(async (suite: string | undefined, { output }: { output: FormatName }) => {
      const { listSuites, showSuite } = await import("../../operations/index.ts");
      const { cwd, env } = terminal;
      if (suite !== undefined) {
        const shown = await showSuite({ cwd, env, suite }, { onEvent: sayRemarks(terminal) });
        await printResult(terminal, "suite", output, shown);
        return;
      }
      const listing = await listSuites({ cwd, env });
      if (listing.suites.length === 0 && output === "text")
        terminal.err("The workspace has no suites yet; they belong in configs/suites/.");
      else await printResult(terminal, "suites", output, listing);
    });
};
