import type { RegisterCommand } from "../../options/command.ts";
import { quietOption } from "../../options/quiet.ts";
import { outFileOption } from "../../options/repeated-options.ts";
import { EXIT, type ExitCode } from "../../terminal/exit-codes.ts";
import type { Terminal } from "../../terminal/terminal.ts";

interface SamplesFlags {
  from: string;
  out?: string;
  quiet?: boolean;
}

export const registerRubricSamples: RegisterCommand = (rubric, terminal, finish) => {
  rubric
    .command("samples")
    .description("turn the stored runs of campaigns into samples, as JSONL")
    .requiredOption(
      "--from <name or folder>",
      "a suite, outputs, outputs/runs, or any place below it: outputs/runs/<suite>/<run profile>",
    )
    .addOption(outFileOption())
    .addOption(quietOption())
    .addHelpText(
      "after",
      `
Without --out they go to stdout. A suite or a campaign can be named as \`assay store list\` does: --from quickstart.
Every run stored there becomes a sample: its model, the run profile as prompt variant, the suite as
eval set and the case as question. Runs without a final output are left out and listed on stderr.

Examples:
  $ assay rubric samples --from outputs/runs/quickstart --out samples.jsonl
  $ assay rubric samples --from outputs/runs | assay rubric judge --samples - --rubric rubric.yaml --model offline/judge

Exit codes: 0 samples were written, 1 there were none, 2 usage error.`,
    )
    .action(async (flags: SamplesFlags) => finish(await samples(terminal, flags)));
};

async function samples(terminal: Terminal, { from, out, quiet }: SamplesFlags): Promise<ExitCode> {
  const { collectSamples } = await import("../../../operations/index.ts");
  const { plural, visibleLine } = await import("../../../text/presentation/index.ts");
  const { sayRemarks } = await import("../../terminal/say-remarks.ts");
  const say = sayRemarks(terminal);
  const collected = await collectSamples(
    { from, out, cwd: terminal.cwd },
    {
      onEvent(event) {
        if (event.type === "run_left_out") terminal.err(visibleLine(`left out: ${event.place}: ${event.reason}`));
        else if (event.type !== "sample_collected") void say(event);
        else if (out === undefined) terminal.out(JSON.stringify(event.sample));
      },
    },
  );
  const leftOut = collected.left_out > 0 ? `, ${plural(collected.left_out, "run")} left out` : "";
  if (!quiet) terminal.err(`${plural(collected.samples, "sample")}${leftOut}`);
  return collected.samples > 0 ? EXIT.ok : EXIT.failed;
}
