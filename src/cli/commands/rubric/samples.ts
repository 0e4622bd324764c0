import type { RegisterCommand } from "../../command.ts";
import { EXIT, type ExitCode, UsageError } from "../../exit-codes.ts";
import type { Terminal } from "../../terminal.ts";

export const registerRubricSamples: RegisterCommand = (rubric, terminal, finish) => {
  rubric
    .command("samples")
    .description("turn the stored runs of campaigns into samples, as JSONL")
    .requiredOption("--from <folder>", "outputs/runs/… or any folder below it")
    .option("--out <file>", "write here instead of stdout")
    .addHelpText(
      "after",
      `
Every run_<n>.json below the folder becomes a sample: its model, the run profile as prompt variant, the suite as eval
set and the case as question. Runs without a final output are left out and named on stderr.

Examples:
  $ assay rubric samples --from outputs/runs/quickstart --out samples.jsonl
  $ assay rubric samples --from outputs/runs | assay rubric judge --samples - --rubric rubric.yaml --model offline/judge

Exit codes: 0 samples were written, 1 there were none, 2 usage error.`,
    )
    .action(async (words: { from: string; out?: string }) => finish(await samples(terminal, words)));
};

async function samples(terminal: Terminal, { from, out }: { from: string; out?: string }): Promise<ExitCode> {
  const { stat } = await import("node:fs/promises");
  const { relative, resolve } = await import("node:path");
  const { rubric } = await import("../../../judging/index.ts");
  const { plural, visibleLine } = await import("../../../presentation/index.ts");
  const { openLineWriter } = await import("../../../store/index.ts");
  const folder = resolve(terminal.cwd, from);
  if ((await stat(folder).catch(() => null)) === null) throw new UsageError(`--from ${from}: there is no such folder`);
  const writer = out === undefined ? null : await openLineWriter(resolve(terminal.cwd, out));
  let written = 0;
  let leftOut = 0;
  for await (const entry of rubric.samplesFromRuns(folder)) {
    if (!entry.ok) {
      leftOut += 1;
      terminal.err(visibleLine(`left out: ${relative(terminal.cwd, entry.path)}: ${entry.reason}`));
      continue;
    }
    written += 1;
    const line = JSON.stringify(entry.sample);
    if (writer) await writer.line(line);
    else terminal.out(line);
  }
  await writer?.finish();
  terminal.err(`${plural(written, "sample")}${leftOut > 0 ? `, ${plural(leftOut, "run")} left out` : ""}`);
  return written > 0 ? EXIT.ok : EXIT.failed;
}
