import { relative } from "node:path";
import { type JudgeBatchOptions, judgeBatch, previewBatch } from "../../../operations/index.ts";
import type { FormatName } from "../../../report/formats/index.ts";
import { openProgress } from "../../progress/progress.ts";
import { EXIT, type ExitCode, UsageError } from "../../terminal/exit-codes.ts";
import { lateInterrupt } from "../../terminal/late-interrupt.ts";
import type { Terminal } from "../../terminal/terminal.ts";
import { printResult } from "../../words/output-format.ts";
import { showPreview } from "./dry-run.ts";
import { batchProgress } from "./progress.ts";

export interface JudgeBatchWords {
  spec: string;
  items: string;
  singletons?: string;
  clusters?: string;
  format?: "jsonl" | "json";
  name?: string;
  maxCostUsd?: number;
  dryRun?: boolean;
  force?: boolean;
  output: FormatName;
  quiet?: boolean;
}

export async function judgeExperiment(words: JudgeBatchWords, terminal: Terminal): Promise<ExitCode> {
  const options = optionsOf(words, terminal);
  const progress = openProgress(terminal, { quiet: words.quiet });
  const listen = batchProgress(progress, terminal, words.quiet === true);
  if (words.dryRun) {
    showPreview(await previewBatch(options, { onEvent: listen }), terminal);
    return EXIT.ok;
  }
  const interrupt = lateInterrupt(progress.note);
  try {
    const { folder, result } = await judgeBatch(options, {
      ...interrupt,
      onEvent(event) {
        if (event.type === "judging_planned") interrupt.begin();
        listen(event);
      },
    });
    progress.end();
    await printResult(terminal, "batch_result", words.output, result);
    if (!words.quiet) terminal.err(`written: ${relative(terminal.cwd, folder)}/result.json`);
    if (interrupt.noNewWork.aborted) return EXIT.interrupted;
    return result.scores.scored === 0 || result.stopped !== null ? EXIT.failed : EXIT.ok;
  } finally {
    progress.end();
    interrupt.dispose();
  }
}

/** `-` is stdin, which holds JSON Lines unless it is said otherwise. */
function optionsOf(words: JudgeBatchWords, { cwd, env, stdin }: Terminal): JudgeBatchOptions {
  const { spec, name, force, format, items, singletons, clusters, maxCostUsd } = words;
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
  };
}
