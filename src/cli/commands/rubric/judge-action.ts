import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, relative } from "node:path";
import { rubric } from "../../../judging/index.ts";
import { agree, formatUsd, plural } from "../../../presentation/index.ts";
import { openCallStore, removeLeftovers, takeLock } from "../../../store/index.ts";
import { EXIT, type ExitCode, UsageError } from "../../exit-codes.ts";
import { listenForInterrupt } from "../../interrupt.ts";
import { printResult } from "../../output-format.ts";
import type { Terminal } from "../../terminal.ts";
import type { JudgeWords } from "./judge.ts";
import { type JudgingInputs, openInputs } from "./judge-inputs.ts";
import { type RubricProgress, rubricProgress } from "./progress.ts";

export async function judgeRubric(terminal: Terminal, words: JudgeWords): Promise<ExitCode> {
  const inputs = await openInputs(terminal, words);
  const progress = rubricProgress(terminal, words.quiet === true);
  try {
    if (words.dryRun) return await dryRun(terminal, words, inputs, progress);
    return await underLock(inputs, () => judge(terminal, words, inputs, progress));
  } finally {
    progress.end();
    await inputs.gateways.close();
  }
}

/** Two processes under one name would each leave half of the files, and pay twice for the same answers. */
async function underLock<Result>({ outputs, name }: JudgingInputs, work: () => Promise<Result>): Promise<Result> {
  const folder = rubric.rubricFolder(outputs, name);
  const locked = takeLock(join(folder, ".lock"));
  if (!locked.ok)
    throw new UsageError(
      `process ${locked.holder.pid} on ${locked.holder.host} is judging under the name ${name} right now; wait for it, or take another --name`,
    );
  try {
    if (locked.dead) removeLeftovers(locked.dead, [folder, join(outputs, "calls")]);
    return await work();
  } finally {
    locked.lock.release();
  }
}

async function judge(
  terminal: Terminal,
  words: JudgeWords,
  inputs: JudgingInputs,
  progress: RubricProgress,
): Promise<ExitCode> {
  const { name, outputs, input, judges, limit } = inputs;
  const samples = await prepare(words, inputs, outputs, progress);
  const interrupt = listenForInterrupt(progress.note);
  try {
    if (samples.rejected > 0) {
      const rejects = relative(terminal.cwd, rubric.rejectsPath(rubric.rubricFolder(outputs, name)));
      progress.note(`${refusals(samples, words)}; reasons: ${rejects}`);
    }
    if (samples.namingThemselves > 0 && !inputs.question.revealMeta)
      progress.note(
        `${samples.namingThemselves} of ${plural(samples.count, "sample")} ${agree(samples.namingThemselves, "names its", "name their")} own model or variant in the question or the output, which is sent as it is`,
      );
    progress.begin(
      judges.map(({ judge_run_id, repetitions }) => ({ name: judge_run_id, total: samples.count * repetitions })),
    );
    const run = await rubric.runRubric({
      ...inputs.question,
      name,
      outputs,
      file: input.file,
      format: input.format,
      mapping: inputs.mapping,
      rubric: inputs.rubric,
      samples,
      judges,
      calls: openCallStore(outputs),
      concurrency: words.concurrency ?? inputs.profile.max_concurrency,
      force: words.force === true,
      noNewWork: interrupt.noNewWork,
      signal: interrupt.signal,
      groupBy: words.groupBy ?? [],
      onCall: progress.onCall,
    });
    progress.end();
    const shown = relative(terminal.cwd, run.folder) || ".";
    const { status, stop_reason: reason, judgements } = run.manifest;
    if (status === "stopped") terminal.err(`Stopped: ${limit.stopReason() ?? reason}`);
    const done = judgements.verdicts + judgements.invalid + judgements.unanswered;
    if (done < judgements.planned)
      terminal.err(
        `${judgements.planned - done} of ${plural(judgements.planned, "judgement")} ${agree(judgements.planned - done, "is", "are")} missing; the same command goes on from here.`,
      );
    if (!words.quiet)
      terminal.err(
        `New: ${plural(done - run.reused, "call")}, ${formatUsd(limit.spentUsd(), 4)}. Reused: ${run.reused}${run.reusedUsd > 0 ? `, which had cost ${formatUsd(run.reusedUsd, 4)}` : ""}.`,
      );
    const { manifest, summary } = run;
    await printResult(terminal, "rubric_judging", words.output, { folder: shown, manifest, summary });
    if (status === "interrupted") return EXIT.interrupted;
    const isClean = status === "complete" && samples.rejected === 0 && judgements.verdicts === judgements.planned;
    return isClean ? EXIT.ok : EXIT.failed;
  } finally {
    interrupt.dispose();
    await samples.close();
  }
}

async function dryRun(
  terminal: Terminal,
  words: JudgeWords,
  inputs: JudgingInputs,
  progress: RubricProgress,
): Promise<ExitCode> {
  const folder = await mkdtemp(join(tmpdir(), "assay-dry-run-"));
  try {
    const samples = await prepare(words, inputs, folder, progress);
    const { question, judges } = inputs;
    const [first] = rubric.judgingOrder(samples.count, question.seed);
    const { system, user } = rubric.sampleQuestion(await samples.read(first!), question);
    await samples.close();
    if (samples.rejected > 0) progress.note(refusals(samples, words));
    terminal.err(
      `${plural(rubric.plannedJudgements(samples, judges), "call")} for ${plural(samples.count, "sample")}. The first prompt:`,
    );
    terminal.out(`${system}\n\n${JSON.stringify(JSON.parse(user), null, 2)}`);
    return EXIT.ok;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

function refusals({ rejected }: rubric.PreparedSamples, { samples }: JudgeWords): string {
  return `${plural(rejected, "entry")} of ${samples} ${agree(rejected, "was", "were")} refused`;
}

/** Reads all samples and holds the words about them against them. */
async function prepare(
  words: JudgeWords,
  { name, input, mapping, rubric: sharedRubric, redact }: JudgingInputs,
  outputs: string,
  { onSample, onReject }: RubricProgress,
): Promise<rubric.PreparedSamples> {
  const samples = await rubric
    .prepareSamples(input.bytes, {
      format: input.format,
      mapping,
      readRubric: rubric.createRubricReader(),
      rubric: sharedRubric,
      spool: rubric.spoolPath(outputs, name),
      rejects: rubric.rejectsPath(rubric.rubricFolder(outputs, name)),
      redact,
      onSample,
      onReject,
    })
    .catch((error: unknown) => {
      if (error instanceof rubric.SampleFileError) throw new UsageError(`${words.samples}: ${error.message}`);
      throw error;
    });
  const problem =
    samples.count === 0
      ? `${words.samples} has no sample that can be judged; ${plural(samples.rejected, "entry")} ${agree(samples.rejected, "was", "were")} refused`
      : rubric.groupByProblem(words.groupBy ?? [], samples);
  if (problem === null) return samples;
  await samples.close();
  throw new UsageError(problem);
}
