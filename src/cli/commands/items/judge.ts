import { relative } from "node:path";
import type { Shard } from "../../../config/index.ts";
import type { NamedProtocolName } from "../../../judging/table.ts";
import { judgeItems, judgeItemsShard, previewItems } from "../../../operations/judge/items/judge-items.ts";
import type { FormatName } from "../../../report/formats/index.ts";
import { plural } from "../../../text/presentation/index.ts";
import { describeForeseenCalls } from "../../options/foreseen-calls.ts";
import { printResult } from "../../options/output-format.ts";
import { openProgress } from "../../progress/progress.ts";
import { EXIT, type ExitCode, UsageError } from "../../terminal/exit-codes.ts";
import { lateInterrupt } from "../../terminal/late-interrupt.ts";
import { sayRemarks } from "../../terminal/say-remarks.ts";
import type { Terminal } from "../../terminal/terminal.ts";

export interface JudgeItemsFlags {
  items: string;
  evaluationProfile?: string;
  model?: string;
  repetitions?: number;
  name?: string;
  maxCostUsd?: number;
  shard?: Shard;
  dryRun?: boolean;
  force?: boolean;
  output: FormatName;
  quiet?: boolean;
}

export async function judgeItemsOf(
  protocol: NamedProtocolName,
  { items, shard, dryRun, output, quiet, ...others }: JudgeItemsFlags,
  terminal: Terminal,
): Promise<ExitCode> {
  if (dryRun && shard) throw new UsageError("--dry-run shows everything; leave out --shard");
  const { cwd, env } = terminal;
  const options = { ...others, protocol, items: items === "-" ? terminal.stdin() : items, cwd, env };
  if (dryRun) {
    const { items: count, foreseen, first } = await previewItems(options, { onEvent: sayRemarks(terminal) });
    terminal.err(`${plural(count, "item")}. ${describeForeseenCalls(foreseen)} The first prompt:`);
    terminal.out(`${first.system}\n\n${first.user}`);
    return EXIT.ok;
  }
  const progress = openProgress(terminal, { quiet });
  const say = sayRemarks(terminal, progress.note);
  const interrupt = lateInterrupt(progress.note);
  const controls: Parameters<typeof judgeItems>[1] = {
    ...interrupt,
    onEvent(event) {
      if (event.type === "samples_planned") {
        interrupt.begin();
        const rows = event.judges.map(({ judge_run_id, judgements }) => ({ name: judge_run_id, total: judgements }));
        progress.begin("Judging", rows);
      } else if (event.type === "item_judged") {
        const { judge_run_id, item, reused, valid, cost_usd } = event;
        const result = reused ? "reused" : valid ? "done" : "failed";
        progress.ended({ group: judge_run_id, name: item, result, costUsd: cost_usd });
      } else say(event);
    },
  };
  try {
    if (shard) {
      const report = await judgeItemsShard({ ...options, shard }, controls);
      progress.end();
      await printResult(terminal, "shard_report", output, report);
      if (interrupt.noNewWork.aborted) return EXIT.interrupted;
      return report.done === report.own ? EXIT.ok : EXIT.failed;
    }
    const { folder, result } = await judgeItems(options, controls);
    progress.end();
    await printResult(terminal, "item_result", output, result);
    if (!quiet) terminal.err(`written: ${relative(cwd, folder)}`);
    if (interrupt.noNewWork.aborted) return EXIT.interrupted;
    const isComplete = result.stopped === null && result.items.every(({ failed }) => failed.length === 0);
    return isComplete && result.refused.length === 0 ? EXIT.ok : EXIT.failed;
  } finally {
    progress.end();
    interrupt.dispose();
  }
}
