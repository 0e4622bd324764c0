import { resolve } from "node:path";
import { type Command, InvalidArgumentError } from "commander";
import type { DefaultField } from "../../../config/index.ts";
import { EXIT, type ExitCode, UsageError } from "../../terminal/exit-codes.ts";
import { sayRemarks } from "../../terminal/listen.ts";
import type { Terminal } from "../../terminal/terminal.ts";
import { readChartPath } from "../../words/chart-path.ts";
import type { RegisterCommand } from "../../words/command.ts";
import { maxCostOption } from "../../words/max-cost.ts";
import { outputOption, printResult } from "../../words/output-format.ts";
import { quietOption } from "../../words/quiet.ts";
import { specOption } from "../../words/repeated-options.ts";
import { withDefaults } from "../../words/with-defaults.ts";
import { type CalibrateWords, refuseIdleWords } from "./calibrate-words.ts";
import { addPacketOptions, packetOptions, purposeOption } from "./label-words.ts";

export const registerCalibrate: RegisterCommand = (command, terminal, finish) => {
  addPacketOptions(command)
    .addOption(purposeOption())
    .option(
      "--epsilon <share>",
      "how much worse than an annotator a judge may be, because it costs less: 0.2 for experts, 0.15 for skilled people, 0.1 for crowd workers (default: 0.2)",
      share,
    )
    .option("--chart <path>", "write the calibration curve as SVG and PNG to this path", readChartPath)
    .option(
      "--gold",
      "have the judges of --evaluation-profile judge the labelled packets again: same, better, worse or inconclusive?",
    )
    .option("--against <profile>", "with --gold: the evaluation profile whose stored verdicts to compare with")
    .addOption(specOption())
    .option(
      "--pairs <file>",
      "instead, read pairs that were judged elsewhere, as JudgeBench writes them; agreement, position bias, corrected win rates",
    )
    .option("--drawn", "with --pairs: the labelled pairs are a random sample of all, each as likely as any other")
    .addOption(maxCostOption())
    .addOption(outputOption("calibration"))
    .addOption(quietOption())
    .addHelpText(
      "after",
      `
Labels come from \`assay label\`. Fewer than 20 per subject, or labels that were not drawn at random, correct nothing, and the output says so.

--gold asks the judges of the evaluation profile; with --batch, those of --spec.
Exit codes: 0 done; with --gold 1 when the judges are worse; 2 a mistake in the command.

Examples:
  $ assay calibrate --suite my_suite
  $ assay calibrate --suite my_suite --chart curve.svg --output json > calibration.json
  $ assay calibrate --gold --suite my_suite --run-profile standard_run --evaluation-profile judge_gpt4o_mini
  $ assay calibrate --gold --batch experiment-1 --spec spec.yaml
  $ assay calibrate --pairs judged-pairs.jsonl`,
    )
    .action(async (_options, command: Command) => finish(await calibrate(terminal, command.opts<CalibrateWords>())));
};

async function calibrate(terminal: Terminal, words: CalibrateWords): Promise<ExitCode> {
  const operations = await import("../../../operations/index.ts");
  const controls = { onEvent: sayRemarks(terminal) };
  refuseIdleWords(words);
  if (words.gold) return await checkGold(terminal, words, operations);
  if (words.pairs !== undefined) return await comparePairs(terminal, words.pairs, words, operations);
  const { purpose, epsilon } = words;
  const calibration = await operations.calibrate({ ...packetOptions(terminal, words), purpose, epsilon }, controls);
  await printResult(terminal, "calibration", words.output, calibration);
  if (words.chart !== undefined) {
    const { curveSvg, writePicture } = await import("../../../report/index.ts");
    const [first] = calibration.questions;
    if (first === undefined) throw new UsageError("there is no curve to draw: nothing that was judged has labels");
    const title = `${first.campaign}: ${first.question}`;
    const svg = curveSvg({ title, bins: first.curve, pass: first.question === "pass" });
    const written = await writePicture(resolve(terminal.cwd, words.chart), svg);
    if (!words.quiet) terminal.err(`Curve: ${[written.svg, written.png].filter(Boolean).join(", ")}`);
    if (written.problem !== null) terminal.err(written.problem);
  }
  return EXIT.ok;
}

async function comparePairs(
  terminal: Terminal,
  file: string,
  { drawn, output }: CalibrateWords,
  { calibratePairs }: typeof import("../../../operations/index.ts"),
): Promise<ExitCode> {
  const { cwd, env } = terminal;
  await printResult(terminal, "pair_calibration", output, await calibratePairs({ file, drawn, cwd, env }));
  return EXIT.ok;
}

async function checkGold(
  terminal: Terminal,
  words: CalibrateWords,
  operations: typeof import("../../../operations/index.ts"),
): Promise<ExitCode> {
  const { rubric, batch, against, maxCostUsd, output } = words;
  const needed: DefaultField[] =
    batch !== undefined
      ? ["batch_spec"]
      : rubric !== undefined
        ? ["evaluation_profile"]
        : ["suite", "run_profile", "evaluation_profile"];
  const named = await withDefaults(terminal, words, { command: "calibrate --gold", needed });
  const { suite, runProfile, evaluationProfile, spec } = named;
  const { cwd, env } = terminal;
  const checked = await operations.calibrateGold(
    { suite, runProfile, evaluationProfile, rubric, batch, spec, against, maxCostUsd, cwd, env },
    { onEvent: sayRemarks(terminal) },
  );
  await printResult(terminal, "gold_check", output, checked);
  return checked.verdict === "worse" ? EXIT.failed : EXIT.ok;
}

function share(written: string): number {
  const value = Number(written);
  if (written.trim() === "" || !(value >= 0 && value <= 1))
    throw new InvalidArgumentError("Expected a share from 0 to 1.");
  return value;
}
