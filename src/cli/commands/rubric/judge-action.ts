import { relative } from "node:path";
import {
  type JudgedSamples,
  type JudgeSamplesOptions,
  judgeSamples,
  judgeSamplesShard,
  previewSamples,
  type ShardOptions,
} from "../../../operations/index.ts";
import { agree, formatUsd, plural, visibleLine } from "../../../text/presentation/index.ts";
import { describeForeseenCalls } from "../../options/foreseen-calls.ts";
import { printResult } from "../../options/output-format.ts";
import { workersOptions } from "../../options/workers-flags.ts";
import { EXIT, type ExitCode, UsageError } from "../../terminal/exit-codes.ts";
import { lateInterrupt } from "../../terminal/late-interrupt.ts";
import type { Terminal } from "../../terminal/terminal.ts";
import type { JudgeFlags } from "./judge.ts";
import { type RubricProgress, rubricProgress } from "./progress.ts";

export async function judgeRubric(terminal: Terminal, flags: JudgeFlags): Promise<ExitCode> {
  const { output, quiet = false, dryRun, samples, store, shard, workers, redisCa, redisInsecure, ...others } = flags;
  const options = {
    ...others,
    // A preview asks no judges, so it needs no workers.
    ...(dryRun ? {} : workersOptions({ workers, redisCa, redisInsecure })),
    outputs: store ?? others.outputs,
    samples: samples === "-" ? terminal.stdin() : samples,
    cwd: terminal.cwd,
    env: terminal.env,
  };
  const progress = rubricProgress(terminal, quiet);
  try {
    if (dryRun && shard) throw new UsageError("--dry-run shows everything; leave out --shard");
    if (shard) return await judgePart(terminal, flags, { ...options, shard }, progress);
    return dryRun ? await preview(terminal, flags, options, progress) : await judge(terminal, flags, options, progress);
  } finally {
    progress.end();
  }
}

async function judge(
  terminal: Terminal,
  flags: JudgeFlags,
  options: JudgeSamplesOptions,
  progress: RubricProgress,
): Promise<ExitCode> {
  const interrupt = lateInterrupt(progress.note);
  try {
    const judged = await judgeSamples(options, {
      ...interrupt,
      onEvent(event) {
        if (event.type === "samples_planned") interrupt.begin();
        progress.onEvent(event);
      },
    });
    progress.end();
    return await show(terminal, flags, judged, progress);
  } finally {
    interrupt.dispose();
  }
}

async function judgePart(
  terminal: Terminal,
  { output }: JudgeFlags,
  options: JudgeSamplesOptions & Pick<ShardOptions, "shard">,
  progress: RubricProgress,
): Promise<ExitCode> {
  const interrupt = lateInterrupt(progress.note);
  try {
    const report = await judgeSamplesShard(options, {
      ...interrupt,
      onEvent(event) {
        if (event.type === "samples_planned") interrupt.begin();
        progress.onEvent(event);
      },
    });
    progress.end();
    await printResult(terminal, "shard_report", output, report);
    if (interrupt.noNewWork.aborted) return EXIT.interrupted;
    return report.done === report.own ? EXIT.ok : EXIT.failed;
  } finally {
    interrupt.dispose();
  }
}

async function show(
  terminal: Terminal,
  { quiet, output }: JudgeFlags,
  { folder, manifest, summary, asked, reused, spending }: JudgedSamples,
  { whyUnanswered }: RubricProgress,
): Promise<ExitCode> {
  const { status, stop_reason: reason, judgements, samples } = manifest;
  if (status === "stopped") terminal.err(`Stopped: ${reason}`);
  else for (const why of whyUnanswered()) terminal.err(`unanswered: ${visibleLine(why)}`);
  const isFull = spending.max_cost_usd !== null && reason?.includes("the limit of $");
  const missing = judgements.planned - judgements.verdicts - judgements.invalid - judgements.unanswered;
  if (missing > 0)
    terminal.err(
      `${missing} of ${plural(judgements.planned, "judgement")} ${agree(missing, "is", "are")} missing; the same command${isFull ? " with a higher --max-cost-usd" : ""} continues from here.`,
    );
  const saved = reused.cost_usd > 0 ? `, which had cost ${formatUsd(reused.cost_usd, 4)}` : "";
  if (!quiet)
    terminal.err(
      `New: ${plural(asked.judgements, "call")}, ${formatUsd(asked.cost_usd, 4)}. Reused: ${plural(reused.judgements, "call")}${saved}.`,
    );
  const shown = relative(terminal.cwd, folder) || ".";
  await printResult(terminal, "rubric_judging", output, { folder: shown, manifest, summary });
  if (status === "interrupted") return EXIT.interrupted;
  const isClean = status === "complete" && samples.rejected === 0 && judgements.verdicts === judgements.planned;
  return isClean ? EXIT.ok : EXIT.failed;
}

async function preview(
  terminal: Terminal,
  flags: JudgeFlags,
  options: JudgeSamplesOptions,
  progress: RubricProgress,
): Promise<ExitCode> {
  const { samples, rejected, calls, foreseen, first } = await previewSamples(options, { onEvent: progress.onEvent });
  if (rejected > 0)
    progress.note(`${plural(rejected, "entry")} of ${flags.samples} ${agree(rejected, "was", "were")} refused`);
  terminal.err(
    `${plural(calls, "call")} for ${plural(samples, "sample")}. ${describeForeseenCalls(foreseen)} The first prompt:`,
  );
  terminal.out(`${first.system}\n\n${JSON.stringify(JSON.parse(first.user), null, 2)}`);
  return EXIT.ok;
}
