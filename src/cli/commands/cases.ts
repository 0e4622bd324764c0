import type { FormatName } from "../../report/formats/index.ts";
import type { RegisterCommand } from "../options/command.ts";
import { outputOption, printResult } from "../options/output-format.ts";
import { suiteOption } from "../options/repeated-options.ts";
import { sayRemarks } from "../terminal/say-remarks.ts";

export const registerCases: RegisterCommand = (command, terminal) => {
  command
    .addOption(suiteOption())
    .addOption(outputOption("cases"))
    .addHelpText(
      "after",
      `
Examples:
  $ assay cases
  $ assay cases --suite quickstart
  $ assay cases --suite quickstart --output json`,
    )
    .action(async ({ suite, output }: { suite?: string; output: FormatName }) => {
      const { listCases } = await import("../../operations/index.ts");
      const { agree, plural } = await import("../../text/presentation/index.ts");
      const { cwd, env } = terminal;
      const listing = await listCases({ cwd, env, suite }, { onEvent: sayRemarks(terminal) });
      const forPeople = output === "text";
      if (listing.cases.length === 0 && forPeople)
        terminal.err("The workspace has no cases yet; they belong in configs/cases/<case_id>/.");
      else await printResult(terminal, "cases", output, listing);
      const broken = listing.cases.filter((entry) => entry.broken).length;
      if (broken > 0 && forPeople)
        terminal.err(`${plural(broken, "case")} ${agree(broken, "is", "are")} broken; \`assay validate\` says why.`);
    });
};
