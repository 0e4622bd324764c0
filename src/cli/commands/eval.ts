import type { Command } from "commander";
import type { RegisterCommand } from "../command.ts";
import { UsageError } from "../exit-codes.ts";
import { addJudgingOptions, type JudgingWords } from "../judging-words.ts";
import { usdAmount } from "../usd-amount.ts";

const EXAMPLES = (name: string) => `
Examples:
  $ assay ${name} --suite quickstart --run-profile offline --evaluation-profile offline_judge
  $ assay ${name} --suite my_suite --run-profile standard_run --evaluation-profile judge_gpt4o_mini --model gpt4o_mini
  $ assay ${name} --suite my_suite --run-profile standard_run --evaluation-profile judge_gpt4o_mini --fail-under 7 --output markdown
  $ assay ${name} --suite my_suite --run-profile standard_run --evaluation-profile judge_gpt4o_mini --max-judging-cost-usd 5

Nothing is paid for twice: stored runs and verdicts are reused as long as what they depend on is the same.
Exit codes: 0 done and all thresholds met, 1 a trial failed or a threshold was missed, 2 nothing was run, 130 interrupted (run again to go on).`;

export const registerEval: RegisterCommand = (program, terminal, finish) => {
  const register = (command: Command, name: string) =>
    addJudgingOptions(command)
      .option("--no-chart", "write no chart; by default it lies beside the evaluations")
      .option("--force", "run and judge the selected trials again, even if they are stored")
      .option(
        "--max-judging-cost-usd <amount>",
        "stop asking judges before new calls cost more than this; runs are not counted",
        usdAmount("--max-judging-cost-usd"),
      )
      .option("-q, --quiet", "no progress on stderr, only warnings")
      .addHelpText("after", EXAMPLES(name))
      .action(async (words: JudgingWords) => {
        if (words.chart === false && words.chartFootnote !== undefined)
          throw new UsageError("--chart-footnote needs a chart; leave out --no-chart");
        const { judgeCampaign } = await import("../judge-campaign.ts");
        finish(await judgeCampaign(terminal, words));
      });
  register(program.command("run-eval").description("run what is missing, judge it and report"), "run-eval");
  register(program.command("eval").description("the same as run-eval"), "eval");
};
