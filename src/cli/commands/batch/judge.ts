import { relative } from "node:path";
import type { Shard } from "../../../config/index.ts";
import { type JudgeBatchOptions, judgeBatch, judgeBatchShard, previewBatch } from "../../../operations/index.ts";
import type { FormatName } from "../../../report/formats/index.ts";
import { printResult } from "../../options/output-format.ts";
import { type WorkersFlags, workersOptions } from "../../options/workers-flags.ts";
import { openProgress } from "../../progress/progress.ts";
import { EXIT, type ExitCode, UsageError } from "../../terminal/exit-codes.ts";
import { lateInterrupt } from "../../terminal/late-interrupt.ts";
import type { Terminal } from "../../terminal/terminal.ts";
import { showPreview } from "./dry-run.ts";
import { batchProgress } from "./progress.ts";

export interface JudgeBatchFlags extends WorkersFlags {
  spec: string;
  items: string;
  singletons?: string;
  clusters?: string;
  format?: "jsonl" | "json";
  name?: string;
  maxCostUsd?: number;
  shard?: Shard;
  dryRun?: boolean;
  force?: boolean;
  output: FormatName;
  quiet?: boolean;
}

export async function judgeExperiment(flags: JudgeBatchFlags, terminal: Terminal): Promise<ExitCode> {
  const options = optionsOf(flags, terminal);
  const progress = openProgress(terminal, { quiet: flags.quiet });
  const listen = batchProgress(progress, terminal, flags.quiet === true);
  if (flags.dryRun && flags.shard) throw new UsageError("--dry-run shows everything; leave out --shard");
  if (flags.shard && flags.output === "markdown")
    throw new UsageError("--output markdown reports a whole experiment, but --shard judges only part of one");
  if (flags.dryRun) {
    showPreview(await previewBatch(options, { onEvent: listen }), terminal);
    return EXIT.ok;
  }
  const interrupt = lateInterrupt(progress.note);
  const controls = {
    ...interrupt,
    onEvent(event: Parameters<typeof listen>[0]) {
      if (event.type === "batches_planned") interrupt.begin();
      listen(event);
    },
  };
  try {
    if (flags.shard) {
      const report = await judgeBatchShard({ ...options, shard: flags.shard }, controls);
      progress.end();
      await printResult(terminal, "shard_report", flags.output, report);
      if (interrupt.noNewWork.aborted) return EXIT.interrupted;
      return report.done === report.own ? EXIT.ok : EXIT.failed;
    }
    const { folder, result } = await judgeBatch(options, controls);
    progress.end();
    await printResult(terminal, "batch_result", flags.output, result);
    if (!flags.quiet) terminal.err(`written: ${relative(terminal.cwd, folder)}/result.json`);
    if (interrupt.noNewWork.aborted) return EXIT.interrupted;
    return result.scores.scored === 0 || result.stopped !== null ? EXIT.failed : EXIT.ok;
  } finally {
    progress.end();
    interrupt.dispose();
  }
}

/** `-` reads stdin, as JSON Lines unless `--format` says otherwise. */
function optionsOf(flags: JudgeBatchFlags, { cwd, env, stdin }: Terminal): JudgeBatchOptions {
  const { spec, name, force, format, items, singletons, clusters, maxCostUsd } = flags;
  if ([items, singletons, clusters].filter((path) => path === "-").length > 1)
    throw new UsageError("stdin (-) can be only one of the files");
  const source = <Path extends string | undefined>(path: Path) => (path === "-" ? stdin() : path);
  return {
    spec,
    name,
    force,
    maxCostUsd,
    format,
    items: source(items),
    singletons: source(singletons),
    clusters: source(clusters),
    cwd,
    env,
    // A preview asks no judges, so it needs no workers.
    ...(flags.dryRun ? {} : workersOptions(flags)),
  };
}
