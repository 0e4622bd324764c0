import type { DefaultField } from "../../config/index.ts";
import { addCampaignOptions, type CampaignFlags, campaignOptions } from "../options/campaign-flags.ts";
import type { RegisterCommand } from "../options/command.ts";
import { type Output, outputsOf, outputsOption, showResult } from "../options/outputs.ts";
import { quietOption } from "../options/quiet.ts";
import { evaluationProfileOption } from "../options/repeated-options.ts";
import { withDefaults } from "../options/with-defaults.ts";
import { EXIT, type ExitCode, UsageError } from "../terminal/exit-codes.ts";
import { sayRemarks } from "../terminal/say-remarks.ts";
import type { Terminal } from "../terminal/terminal.ts";

interface GateFlags extends CampaignFlags {
  evaluationProfile: string;
  base: string;
  margin?: number;
  strict?: boolean;
  output?: Output[];
  quiet?: boolean;
}

export const registerGate: RegisterCommand = (command, terminal, finish) => {
  addCampaignOptions(command)
    .addOption(evaluationProfileOption())
    .option(
      "--base <ref, folder or campaign>",
      "a commit, branch or tag; the folder of another checkout; or a judged campaign",
    )
    .option("--margin <points>", "how much worse the candidate may be, 0 to 10 (default: 0.5)", readMargin)
    .option("--strict", "also fail on too little data")
    .addOption(outputsOption("gate"))
    .addOption(quietOption())
    .addHelpText(
      "after",
      `
Examples:
  $ assay gate --suite my_suite --run-profile standard --evaluation-profile strict --base main
  $ assay gate --suite my_suite --run-profile standard --evaluation-profile strict --base ../main-checkout --margin 0.3
  $ assay gate --suite my_suite --run-profile standard --evaluation-profile strict --base v1.4 --strict --output markdown > comment.md

Both sides are read from stored results; nothing is run and no judge is asked. \`assay run-eval\` in this workspace makes the candidate's. A base
from git is read with this workspace's store, where an earlier \`run-eval\` left its results.
Answers: regressed, improved, no change shown (a drop beyond the margin is ruled out), too little data (and how many cases would be enough).
Exit codes: 0 passed; 1 regressed, the candidate has no score where the base has one, or with --strict too little data; 2 nothing could be compared.`,
    )
    .action(async (flags: GateFlags) => {
      const alsoMissing = flags.base === undefined ? ["--base <ref, folder or campaign>"] : [];
      const needed: DefaultField[] = ["suite", "run_profile", "evaluation_profile"];
      finish(await gate(terminal, await withDefaults(terminal, flags, { command: "gate", needed, alsoMissing })));
    });
};

async function gate(terminal: Terminal, flags: GateFlags): Promise<ExitCode> {
  const { evaluationProfile, base, margin, strict } = flags;
  const outputs = await outputsOf(terminal, flags.output);
  const operations = await import("../../operations/index.ts");
  const report = await operations.gate(
    { ...campaignOptions(terminal, flags), evaluationProfile, base, margin, strict },
    { onEvent: sayRemarks(terminal) },
  );
  await showResult(terminal, report, outputs, { quiet: flags.quiet });
  return report.passed ? EXIT.ok : EXIT.failed;
}

function readMargin(written: string): number {
  const margin = Number(written);
  if (written.trim() === "" || !(margin >= 0 && margin <= 10))
    throw new UsageError(`--margin takes a number of points from 0 to 10, not "${written}"`);
  return margin;
}
