import type { FormatName } from "../../report/formats/index.ts";
import type { RegisterCommand } from "../options/command.ts";
import { outputOption, printResult } from "../options/output-format.ts";
import { EXIT } from "../terminal/exit-codes.ts";

export const registerVerify: RegisterCommand = (command, terminal, finish) => {
  command
    .argument("[campaign or file]", "as `assay store list` names it, or what `assay pack` wrote")
    .addOption(outputOption("verification"))
    .addHelpText(
      "after",
      `
Which evaluations there must be follows from the campaign's judges, repetitions and planned trials, and what each must say from the stored runs and answers:
packets are composed again, judges' answers are held to their contract, verdicts aggregated, checks and costs counted and hashes recomputed; in the campaign's
workspace, checks that execute nothing are repeated. Nothing is run, no judge is asked and nothing is written. A table says what can't be proved.
Whether every byte of the store is intact is what \`assay store verify\` checks.
Exit codes: 0 everything is there and comes out the same; 1 something differs, is missing or damaged, or nothing was judged; 2 there is no such campaign, or the file is refused.

Examples:
  $ assay verify
  $ assay verify study.assay.tgz
  $ assay verify my_suite/standard-1a2b3c4d --output json`,
    )
    .action(async (campaign: string | undefined, { output }: { output: FormatName }) => {
      const [{ verifyCampaign }, { isVerified }] = await Promise.all([
        import("../../operations/index.ts"),
        import("../../report/index.ts"),
      ]);
      const { cwd, env } = terminal;
      const verification = await verifyCampaign({ cwd, env, campaign });
      await printResult(terminal, "verification", output, verification);
      finish(isVerified(verification) ? EXIT.ok : EXIT.failed);
    });
};
