import type { DefaultField } from "../../config/index.ts";
import type { RegisterCommand } from "../options/command.ts";
import { type Output, outputsOf, outputsOption, showResult } from "../options/outputs.ts";
import { quietOption } from "../options/quiet.ts";
import { evaluationProfileOption, runProfileOption, suiteOption } from "../options/repeated-options.ts";
import { withDefaults } from "../options/with-defaults.ts";
import { EXIT, type ExitCode, UsageError } from "../terminal/exit-codes.ts";
import { sayRemarks } from "../terminal/say-remarks.ts";
import type { Terminal } from "../terminal/terminal.ts";

interface CompareFlags {
  suite?: string;
  runProfile?: string;
  evaluationProfile?: string;
  /** `true` when given without a margin. */
  failOnRegression?: string | true;
  output?: Output[];
  quiet?: boolean;
}

export const registerCompare: RegisterCommand = (command, terminal, finish) => {
  command
    .argument(
      "<base>",
      "a model_id, variant_id or model_id+variant_id, or a judged campaign, named as its folder under outputs/evaluations/",
    )
    .argument("<candidate>", "the one to compare with it, named the same way")
    .addOption(suiteOption())
    .addOption(runProfileOption())
    .addOption(evaluationProfileOption())
    .option(
      "--fail-on-regression [margin]",
      "exit code 1 if the candidate is worse by more than the margin (default 0): the whole 95 % interval is below it",
    )
    .addOption(outputsOption("comparison"))
    .addOption(quietOption())
    .addHelpText(
      "after",
      `
Examples:
  $ assay compare small_model large_model --suite my_suite --run-profile standard --evaluation-profile strict
  $ assay compare plain_prompt new_prompt --suite my_suite --run-profile standard --evaluation-profile strict
  $ assay compare my_suite/standard-1a2b3c4d/strict-5e6f7a8b my_suite/new_prompt-9c0d1e2f/strict-5e6f7a8b
  $ assay compare "$OLD" "$NEW" --fail-on-regression 0.3 --output markdown > comment.md

Models and variants belong to the campaign that --suite, --run-profile and --evaluation-profile name, or to the default one.
Nothing is run and no judge is asked. Only current results count: stale, deleted and unscored trials are left out and listed.
Exit codes: 0 done; 1 with --fail-on-regression: a regression was shown, or the candidate has no current score in cases that the
base has one in; 2 nothing could be compared.`,
    )
    .action(async (base: string, candidate: string, flags: CompareFlags) =>
      finish(await compare(terminal, base, candidate, await withCampaign(terminal, flags, [base, candidate]))),
    );
};

const CAMPAIGN: DefaultField[] = ["suite", "run_profile", "evaluation_profile"];

/**
 * Takes two names that the default suite lists as models or variants to mean those; any other name is a campaign in the store, unless flags
 * say otherwise.
 */
async function withCampaign(terminal: Terminal, flags: CompareFlags, names: string[]): Promise<CompareFlags> {
  const named = flags.suite ?? flags.runProfile ?? flags.evaluationProfile;
  if (named === undefined) {
    const { suite } = await withDefaults(terminal, { ...flags, quiet: true }, { command: "compare", taken: CAMPAIGN });
    if (suite === undefined || !(await hasSubjects(terminal, suite, names))) return flags;
  }
  return await withDefaults(terminal, flags, { command: `compare ${names.join(" ")}`, needed: CAMPAIGN });
}

async function hasSubjects({ cwd, env }: Terminal, suite: string, names: string[]): Promise<boolean> {
  const { OperationError, showSuite } = await import("../../operations/index.ts");
  try {
    const { models, variants = [] } = await showSuite({ cwd, env, suite });
    const ids = [...models.map(({ model_id }) => model_id), ...variants.map(({ variant_id }) => variant_id)];
    return names.every((name) => name.split("+").every((part) => ids.includes(part)));
  } catch (error) {
    // Two stored campaigns can be compared even if the suite cannot be read.
    if (error instanceof OperationError) return false;
    throw error;
  }
}

async function compare(terminal: Terminal, base: string, candidate: string, flags: CompareFlags): Promise<ExitCode> {
  const { suite, runProfile, evaluationProfile } = flags;
  const outputs = await outputsOf(terminal, flags.output);
  const regressionMargin = marginOf(flags.failOnRegression);
  const operations = await import("../../operations/index.ts");
  const { cwd, env } = terminal;
  const compared = await operations.compare(
    { cwd, env, base, candidate, suite, runProfile, evaluationProfile, regressionMargin },
    { onEvent: sayRemarks(terminal) },
  );
  await showResult(terminal, compared, outputs, { quiet: flags.quiet });
  const { regression } = compared;
  return regression === null || regression.decision === "no_regression" ? EXIT.ok : EXIT.failed;
}

function marginOf(written: string | true | undefined): number | null {
  if (written === undefined) return null;
  if (written === true) return 0;
  const margin = Number(written);
  if (written.trim() === "" || !(margin >= 0 && margin <= 10))
    throw new UsageError(`--fail-on-regression takes a number of points from 0 to 10, not "${written}"`);
  return margin;
}
