import { NAMED_PROTOCOLS } from "../../judging/table.ts";
import type { FormatName } from "../../report/formats/index.ts";
import type { RegisterCommand } from "../options/command.ts";
import { outputOption, printResult } from "../options/output-format.ts";
import { campaignOption } from "../options/repeated-options.ts";
import { UsageError } from "../terminal/exit-codes.ts";
import { sayRemarks } from "../terminal/say-remarks.ts";

interface ShowFlags {
  campaign?: string;
  packet?: boolean;
  raw?: boolean;
  output: FormatName;
}

export const registerShow: RegisterCommand = (command, terminal) => {
  const shown = Object.values(NAMED_PROTOCOLS).map(({ shownAs }) => shownAs);
  command
    .argument("<trial>", "model/case, case/model or a run id, or a beginning of one; model/case/2 is the second run")
    .addOption(campaignOption())
    .option("--packet", "what its judges were shown, as JSON")
    .option("--raw", "everything as it was stored, as JSON: the run, and every judge call with all attempts")
    .addOption(outputOption("shown_trial"))
    .addHelpText(
      "after",
      `
Without --campaign, the newest campaign that has the trial is used.
It also shows ${shown.slice(0, -1).join(", ")} and ${shown.at(-1)}.
In the answer ⟦…⟧[1] is what a verdict quotes; the verdicts below have the numbers.
Exit codes: 0 shown, 2 no such trial; similar names are suggested.

Examples:
  $ assay show offline_careful/sum
  $ assay show 3f9a1c
  $ assay show offline_careful/sum/2 --packet | less
  $ assay show offline_careful/sum --raw > trial.json`,
    )
    .action(async (trial: string, flags: ShowFlags) => {
      if (flags.packet && flags.raw) throw new UsageError("--packet and --raw can't be combined; stdout takes one");
      const { showTrial } = await import("../../operations/index.ts");
      const { cwd, env } = terminal;
      const { shown, packet, raw } = await showTrial(
        { cwd, env, trial, campaign: flags.campaign },
        { onEvent: sayRemarks(terminal) },
      );
      if (!flags.packet && !flags.raw) return await printResult(terminal, "shown_trial", flags.output, shown);
      if (flags.packet && packet === null)
        throw new UsageError(`${shown.name} was not judged, so there is no packet; --raw shows its run`);
      const { visibleText } = await import("../../text/presentation/index.ts");
      // Control characters are written as \\u001b, which JSON readers decode to the same text.
      terminal.out(visibleText(JSON.stringify(flags.packet ? packet : raw, null, 2)));
    });
};
