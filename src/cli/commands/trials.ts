import type { FormatName } from "../../report/formats/index.ts";
import type { RegisterCommand } from "../options/command.ts";
import { outputOption, printResult } from "../options/output-format.ts";
import { sayRemarks } from "../terminal/say-remarks.ts";

interface TrialsFlags {
  failed?: boolean;
  status?: string[];
  score?: string;
  check?: string[];
  disagreement?: boolean;
  model?: string[];
  case?: string[];
  text?: string;
  output: FormatName;
}

export const registerTrials: RegisterCommand = (command, terminal) => {
  command
    .argument("[campaign]", "its name in `assay store list`, a beginning of it or its folder; the newest when left out")
    .option("--failed", "only those that failed: the run did not succeed, no judge gave a verdict, or it did not pass")
    .option("--status <status>", "only those whose run or judging has this status; may be repeated", collect)
    .option("--score <range>", "only scores such as '<6', '>=8', 3..6; `none` for those without one")
    .option("--check <check_id>", "only those in which this check did not pass; may be repeated", collect)
    .option("--disagreement", "only those whose verdicts disagree")
    .option("--model <model_id>", "only this model; may be repeated", collect)
    .option("--case <case_id>", "only this case, or all rows of a dataset; may be repeated", collect)
    .option("--text <words>", "only those with these words in their ids, failures, answers or judges' reasons")
    .addOption(outputOption("trial_listing"))
    .addHelpText(
      "after",
      `
A trial is listed when all filters match. \`assay show\` opens one of them.
Exit codes: 0 listed, also when nothing matches; 2 a mistake in the command, or no such campaign.

Examples:
  $ assay trials
  $ assay trials quickstart --failed
  $ assay trials --score '<6' --check total_is_right
  $ assay trials --disagreement --output csv > to-read.csv`,
    )
    .action(async (campaign: string | undefined, flags: TrialsFlags) => {
      const { listStoredTrials } = await import("../../operations/index.ts");
      const { failed, status, score, check, disagreement, model: models, case: cases, text } = flags;
      const { cwd, env } = terminal;
      const filters = { failed, status, score, check, disagreement, models, cases, text };
      const listing = await listStoredTrials({ cwd, env, campaign, ...filters }, { onEvent: sayRemarks(terminal) });
      await printResult(terminal, "trial_listing", flags.output, listing);
    });
};

function collect(value: string, before: string[] = []): string[] {
  return [...before, value];
}
