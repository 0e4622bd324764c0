import type { FormatName } from "../../report/formats/index.ts";
import { EXIT, type ExitCode, UsageError } from "../terminal/exit-codes.ts";
import { sayRemarks } from "../terminal/listen.ts";
import type { Terminal } from "../terminal/terminal.ts";
import type { RegisterCommand } from "../words/command.ts";
import { outputOption, printResult } from "../words/output-format.ts";

interface CompareWords {
  suite?: string;
  runProfile?: string;
  evaluationProfile?: string;
  /** `true` when given without a margin. */
  failOnRegression?: string | true;
  output: FormatName;
}

export const registerCompare: RegisterCommand = (program, terminal, finish) => {
  program
    .command("compare")
    .description("compare two models or variants of a campaign, or two judged campaigns, on the cases they share")
    .argument(
      "<base>",
      "a model_id, variant_id or model_id+variant_id, or a judged campaign, named as its folder under outputs/evaluations/",
    )
    .argument("<candidate>", "what is compared with it, named the same way")
    .option("--suite <id or path>", "with two models or variants: the suite")
    .option("--run-profile <id or path>", "with two models or variants: the run profile")
    .option("--evaluation-profile <id or path>", "with two models or variants: the evaluation profile")
    .option(
      "--fail-on-regression [margin]",
      "exit code 1 if the candidate is worse by more than the margin (default 0): the whole 95 % interval lies below it",
    )
    .addOption(outputOption("comparison"))
    .addHelpText(
      "after",
      `
Examples:
  $ assay compare small_model large_model --suite my_suite --run-profile standard --evaluation-profile strict
  $ assay compare plain_prompt new_prompt --suite my_suite --run-profile standard --evaluation-profile strict
  $ assay compare my_suite/standard-1a2b3c4d/strict-5e6f7a8b my_suite/new_prompt-9c0d1e2f/strict-5e6f7a8b
  $ assay compare "$OLD" "$NEW" --fail-on-regression 0.3 --output markdown > comment.md

Nothing is run and no judge is asked. Only what is current counts: what is stale, deleted or without a score is left out and named.
Exit codes: 0 done; 1 with --fail-on-regression: a regression was shown, or the candidate has no current score in cases that the
base has one in; 2 nothing could be compared.`,
    )
    .action(async (base: string, candidate: string, words: CompareWords) =>
      finish(await compare(terminal, base, candidate, words)),
    );
};

async function compare(terminal: Terminal, base: string, candidate: string, words: CompareWords): Promise<ExitCode> {
  const { suite, runProfile, evaluationProfile } = words;
  const regressionMargin = marginOf(words.failOnRegression);
  const operations = await import("../../operations/index.ts");
  const { cwd, env } = terminal;
  const { comparison, regression } = await operations.compare(
    { cwd, env, base, candidate, suite, runProfile, evaluationProfile, regressionMargin },
    { onEvent: sayRemarks(terminal) },
  );
  await printResult(terminal, "comparison", words.output, { comparison, regression });
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
