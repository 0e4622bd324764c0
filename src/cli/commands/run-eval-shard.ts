import type { RunEvalOptions, ShardOptions } from "../../operations/index.ts";
import type { JudgingFlags } from "../options/judging-flags.ts";
import { printResult } from "../options/output-format.ts";
import { EXIT, type ExitCode, UsageError } from "../terminal/exit-codes.ts";
import type { Terminal } from "../terminal/terminal.ts";

/** Refuses flags that only make sense for a whole campaign. */
export function refuseWholeCampaignFlags({
  output = [],
  only,
  failUnder,
  failOnChecks,
  chart,
  html,
}: JudgingFlags): void {
  const wholeOnly = [
    ...(failUnder === undefined ? [] : ["--fail-under"]),
    // Each shard's store has different failures.
    ...(only === undefined ? [] : ["--only"]),
    ...(failOnChecks ? ["--fail-on-checks"] : []),
    ...(typeof chart === "string" || chart === true ? ["--chart"] : []),
    ...(html === undefined ? [] : ["--html"]),
    ...output.flatMap(({ format, file }) =>
      (format === "text" || format === "json") && file === null ? [] : [`--output ${format}`],
    ),
  ];
  if (wholeOnly.length > 0)
    throw new UsageError(
      `${wholeOnly.join(", ")} needs a whole campaign, but --shard runs only part of one. Merge the stores of all shards, then give it to \`assay report\``,
    );
}

/** Runs and judges one shard. The exit code says whether it is complete, nothing about scores. */
export async function runEvalPart(
  terminal: Terminal,
  flags: JudgingFlags,
  options: RunEvalOptions & ShardOptions,
): Promise<ExitCode> {
  const operations = await import("../../operations/index.ts");
  const { interruption } = await import("../../report/index.ts");
  const { runWithProgress } = await import("../progress/run-with-progress.ts");
  return await runWithProgress(terminal, { quiet: flags.quiet, judged: true }, async (controls, progress) => {
    const result = await operations.runEvalShard(options, controls);
    if (result.status === "interrupted") {
      for (const sentence of interruption(result.spending)) progress.note(sentence);
      return EXIT.interrupted;
    }
    progress.end();
    const { report } = result;
    await printResult(terminal, "shard_report", flags.output?.[0]?.format ?? "text", report);
    return report.done === report.own ? EXIT.ok : EXIT.failed;
  });
}
