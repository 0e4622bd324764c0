import type { RegisterCommand } from "../options/command.ts";
import { EXIT } from "../terminal/exit-codes.ts";
import { sayRemarks } from "../terminal/say-remarks.ts";

export const registerFiles: RegisterCommand = (command, terminal, finish) => {
  command
    .argument(
      "[campaign]",
      "only this one, or all below <suite_id>; with /<subject>/<case_id>/<repetition> behind its whole name only this trial",
    )
    .addHelpText(
      "after",
      `
Everything is in outputs/log; these files are made from it, the same bytes every time. Campaigns of up
to 2,000 trials have them from the start, unless a command was run with --no-files, or they were deleted.

Examples:
  $ assay files
  $ assay files quickstart
  $ assay files quickstart/offline-1a2b3c4d/hasty/arithmetic/1

Exit codes: 0 all files were made, 1 some could not be, because records are damaged, 2 nothing is stored under that name.`,
    )
    .action(async (campaign: string | undefined) => {
      const { makeFiles } = await import("../../operations/index.ts");
      const { plural } = await import("../../text/presentation/index.ts");
      const { cwd, env } = terminal;
      const made = await makeFiles({ cwd, env, campaign }, { onEvent: sayRemarks(terminal) });
      for (const { place, reason } of made.left_out) terminal.err(`left out: ${place}: ${reason}`);
      terminal.out(`${plural(made.runs, "run")} and ${plural(made.evaluations, "evaluation")} written`);
      finish(made.left_out.length > 0 ? EXIT.failed : EXIT.ok);
    });
};
