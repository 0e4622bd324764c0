import { resolve } from "node:path";
import { type Command, InvalidArgumentError } from "commander";
import type { DefaultField } from "../../../config/index.ts";
import { NAMED_PROTOCOL_NAMES, PROTOCOLS } from "../../../judging/table.ts";
import { readChartPath } from "../../options/chart-path.ts";
import type { RegisterCommand } from "../../options/command.ts";
import { maxCostOption } from "../../options/max-cost.ts";
import { outputOption, printResult } from "../../options/output-format.ts";
import { quietOption } from "../../options/quiet.ts";
import { specOption } from "../../options/repeated-options.ts";
import { withDefaults } from "../../options/with-defaults.ts";
import { EXIT, type ExitCode, UsageError } from "../../terminal/exit-codes.ts";
import { sayRemarks } from "../../terminal/say-remarks.ts";
import type { Terminal } from "../../terminal/terminal.ts";
import { type CalibrateFlags, refuseIneffectiveFlags } from "./calibrate-flags.ts";
import { addPacketOptions, packetNames, packetOptions, purposeOption } from "./label-flags.ts";

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
    .action(async (_options, command: Command) => finish(await calibrate(terminal, command.opts<CalibrateFlags>())));
};

async function calibrate(terminal: Terminal, flags: CalibrateFlags): Promise<ExitCode> {
  const operations = await import("../../../operations/index.ts");
  const controls = { onEvent: sayRemarks(terminal) };
  refuseIneffectiveFlags(flags);
  if (flags.gold) return await checkGold(terminal, flags, operations);
  if (flags.pairs !== undefined) return await comparePairs(terminal, flags.pairs, flags, operations);
  const { purpose, epsilon } = flags;
  const calibration = await operations.calibrate({ ...packetOptions(terminal, flags), purpose, epsilon }, controls);
  await printResult(terminal, "calibration", flags.output, calibration);
  if (flags.chart !== undefined) {
    const { curveSvg, writePicture } = await import("../../../report/index.ts");
    const [first] = calibration.questions;
    if (first === undefined) throw new UsageError("there is no curve to draw: nothing that was judged has labels");
    const title = `${first.campaign}: ${first.question}`;
    const svg = curveSvg({ title, bins: first.curve, pass: first.question === "pass" });
    const written = await writePicture(resolve(terminal.cwd, flags.chart), svg);
    if (!flags.quiet) terminal.err(`Curve: ${[written.svg, written.png].filter(Boolean).join(", ")}`);
    if (written.problem !== null) terminal.err(written.problem);
  }
  return EXIT.ok;
}

async function comparePairs(
  terminal: Terminal,
  file: string,
  { drawn, output }: CalibrateFlags,
  { calibratePairs }: typeof import("../../../operations/index.ts"),
): Promise<ExitCode> {
  const { cwd, env } = terminal;
  await printResult(terminal, "pair_calibration", output, await calibratePairs({ file, drawn, cwd, env }));
  return EXIT.ok;
}

async function checkGold(
  terminal: Terminal,
  flags: CalibrateFlags,
  operations: typeof import("../../../operations/index.ts"),
): Promise<ExitCode> {
  const { against, maxCostUsd, output } = flags;
  const protocol = NAMED_PROTOCOL_NAMES.findLast((name) => flags[name] !== undefined) ?? "campaign";
  const needed: DefaultField[] = [...PROTOCOLS[protocol].labels.againNeeds];
  const named = await withDefaults(terminal, flags, { command: "calibrate --gold", needed });
  const { cwd, env } = terminal;
  const checked = await operations.calibrateGold(
    { ...packetNames(named), spec: named.spec, against, maxCostUsd, cwd, env },
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
