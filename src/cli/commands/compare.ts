import type { FormatName } from "../../report/formats/index.ts";
import type { ComparedCampaign } from "../../report/index.ts";
import type { RegisterCommand } from "../command.ts";
import { EXIT, type ExitCode, UsageError } from "../exit-codes.ts";
import { outputOption, printResult } from "../output-format.ts";
import type { Terminal } from "../terminal.ts";

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
    .description("compare two models of a campaign, or two judged campaigns, on the cases they share")
    .argument("<base>", "a model_id, or a campaign's folder under outputs/evaluations/")
    .argument("<candidate>", "what is compared with it, named the same way")
    .option("--suite <id or path>", "with two model ids: the suite")
    .option("--run-profile <id or path>", "with two model ids: the run profile")
    .option("--evaluation-profile <id or path>", "with two model ids: the evaluation profile")
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
  $ assay compare my_suite/standard-1a2b3c4d/strict-5e6f7a8b my_suite/new_prompt-9c0d1e2f/strict-5e6f7a8b
  $ assay compare "$OLD" "$NEW" --fail-on-regression 0.3 --output markdown > comment.md

Nothing is run and no judge is asked. Exit codes: 0 done, 1 a regression was shown, 2 nothing could be compared.`,
    )
    .action(async (base: string, candidate: string, words: CompareWords) =>
      finish(await compare(terminal, base, candidate, words)),
    );
};

async function compare(terminal: Terminal, base: string, candidate: string, words: CompareWords): Promise<ExitCode> {
  const margin = marginOf(words.failOnRegression);
  const { compareCampaigns, judgeRegression } = await import("../../report/index.ts");
  const [first, second] = await readSides(terminal, base, candidate, words);
  const compared = compareCampaigns(first, second);
  if (!compared.ok) throw new UsageError(`${compared.problem}. \`assay run-eval\` runs and judges what is missing`);
  const { comparison } = compared;
  const regression = margin === null ? null : judgeRegression(comparison, margin);
  await printResult(terminal, "comparison", words.output, { comparison, regression });
  return regression?.regressed ? EXIT.failed : EXIT.ok;
}

async function readSides(
  terminal: Terminal,
  base: string,
  candidate: string,
  { suite, runProfile, evaluationProfile }: CompareWords,
): Promise<[ComparedCampaign, ComparedCampaign]> {
  if (suite && runProfile && evaluationProfile) {
    const { readModelSides } = await import("../compare-models.ts");
    return await readModelSides(terminal, [base, candidate], { suite, runProfile, evaluationProfile });
  }
  if (suite || runProfile || evaluationProfile)
    throw new UsageError(
      "two models need all of --suite, --run-profile and --evaluation-profile; two folders need none",
    );
  const { readFolderSides } = await import("../compare-folders.ts");
  return await readFolderSides(terminal, [base, candidate]);
}

function marginOf(written: string | true | undefined): number | null {
  if (written === undefined) return null;
  if (written === true) return 0;
  const margin = Number(written);
  if (written.trim() === "" || !(margin >= 0 && margin <= 10))
    throw new UsageError(`--fail-on-regression takes a number of points from 0 to 10, not "${written}"`);
  return margin;
}
