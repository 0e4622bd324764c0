import { createReadStream } from "node:fs";
import { stat } from "node:fs/promises";
import { tmpdir } from "node:os";
import { basename, join, relative, resolve } from "node:path";
import { environmentSecrets } from "../../../campaign/index.ts";
import {
  type EvaluationProfile,
  findWorkspaceRoot,
  type Loaded,
  loadEvaluationProfile,
  loadFile,
  sampleMapping,
  sampleRubric,
  slug,
} from "../../../config/index.ts";
import { type Gateways, loadDotEnv, openGateways } from "../../../gateway/index.ts";
import { createCostLimit, rubric } from "../../../judging/index.ts";
import { openCallStore, outputsFolder } from "../../../store/index.ts";
import { createRedactor } from "../../../text/index.ts";
import { EXIT, type ExitCode, UsageError } from "../../exit-codes.ts";
import { listenForInterrupt } from "../../interrupt.ts";
import type { Terminal } from "../../terminal.ts";
import { briefSummary } from "./brief.ts";
import type { JudgeWords } from "./judge.ts";
import { rubricProgress } from "./progress.ts";
import { printDiagnostics } from "./shared.ts";

export async function judgeRubric(terminal: Terminal, words: JudgeWords): Promise<ExitCode> {
  const root = await findWorkspaceRoot(terminal.cwd);
  const outputs = words.outputs ? resolve(terminal.cwd, words.outputs) : outputsFolder(root ?? terminal.cwd);
  const name = await runName(words);
  const input = await openInput(terminal, words);
  const { profile, systemPrompt } = await openProfile(terminal, words);
  const sharedRubric = words.rubric ? await usable(terminal, words.rubric, sampleRubric) : null;
  const mapping = words.mapping ? await usable(terminal, words.mapping, sampleMapping) : null;
  const env = await loadDotEnv(root ?? terminal.cwd, terminal.env);
  const gateways = openGateways({ env });
  const limit = createCostLimit(words.maxCostUsd ?? null);
  const judges = rubric.openRubricJudges(profile, gateways, limit);
  checkJudges(profile, gateways);

  const folder = words.dryRun ? join(tmpdir(), `assay-dry-run-${process.pid}`) : outputs;
  const progress = rubricProgress(terminal, words.quiet === true);
  const samples = await rubric
    .prepareSamples(input.bytes, {
      format: input.format,
      mapping,
      readRubric: rubric.createRubricReader(),
      rubric: sharedRubric,
      spool: rubric.spoolPath(folder, name),
      rejects: rubric.rejectsPath(rubric.rubricFolder(folder, name)),
      redact: createRedactor([...gateways.secrets(), ...environmentSecrets(env)], {
        patterns: profile.security_policy.redact_secrets,
      }),
      onSample: progress.onSample,
      onReject: progress.onReject,
    })
    .catch((error: unknown) => {
      if (error instanceof rubric.SampleFileError) throw new UsageError(`${words.samples}: ${error.message}`);
      throw error;
    });
  const question = {
    systemPrompts: await rubric.systemPrompts(systemPrompt),
    language: words.language,
    revealMeta: words.revealMeta === true,
    seed: words.seed,
  };
  const interrupt = listenForInterrupt(progress.note);
  try {
    const rejects = rubric.rejectsPath(rubric.rubricFolder(folder, name));
    if (samples.rejected > 0)
      progress.note(
        `${samples.rejected} entries of ${words.samples} were refused${words.dryRun ? "" : `; reasons: ${relative(terminal.cwd, rejects)}`}`,
      );
    if (samples.count === 0) throw new UsageError(`${words.samples} has no sample that can be judged`);
    const groupBy = words.groupBy ?? [];
    const problem = rubric.groupByProblem(groupBy, samples);
    if (problem) throw new UsageError(problem);
    if (words.dryRun) return await dryRun(terminal, samples, question, judges);

    progress.begin(
      judges.map(({ judge_run_id, repetitions }) => ({ name: judge_run_id, total: samples.count * repetitions })),
    );
    const run = await rubric.runRubric({
      ...question,
      name,
      outputs,
      file: input.file,
      format: input.format,
      mapping,
      rubric: sharedRubric,
      samples,
      judges,
      calls: openCallStore(outputs),
      concurrency: words.concurrency ?? profile.max_concurrency,
      force: words.force === true,
      noNewWork: interrupt.noNewWork,
      signal: interrupt.signal,
      groupBy,
      onCall: progress.onCall,
    });
    progress.end();
    const shown = relative(terminal.cwd, run.folder) || ".";
    const { status, stop_reason: reason, judgements } = run.manifest;
    if (status === "stopped") terminal.err(`Stopped: ${limit.stopReason() ?? reason}`);
    const done = judgements.verdicts + judgements.invalid + judgements.unanswered;
    if (done < judgements.planned)
      terminal.err(
        `${judgements.planned - done} of ${judgements.planned} judgements are missing; the same command goes on from here.`,
      );
    terminal.err(
      `New: ${done - run.reused} calls, $${limit.spentUsd().toFixed(4)}. Reused: ${run.reused}${run.reusedUsd > 0 ? `, which had cost $${run.reusedUsd.toFixed(4)}` : ""}.`,
    );
    const result = { folder: shown, manifest: run.manifest, summary: run.summary };
    terminal.out(words.output === "json" ? JSON.stringify(result, null, 2) : briefSummary(run.summary, shown));
    if (status === "interrupted") return EXIT.interrupted;
    const isClean = status === "complete" && samples.rejected === 0 && judgements.verdicts === judgements.planned;
    return isClean ? EXIT.ok : EXIT.failed;
  } finally {
    progress.end();
    interrupt.dispose();
    await samples.close();
    await gateways.close();
    if (words.dryRun) await removeFolder(folder);
  }
}

async function dryRun(
  terminal: Terminal,
  samples: rubric.PreparedSamples,
  question: rubric.QuestionOptions,
  judges: rubric.RubricJudge[],
): Promise<ExitCode> {
  const [first] = rubric.judgingOrder(samples.count, question.seed);
  const { system, user } = rubric.sampleQuestion(await samples.read(first!), question);
  terminal.err(`${rubric.plannedJudgements(samples, judges)} calls for ${samples.count} samples. The first prompt:`);
  terminal.out(`${system}\n\n${JSON.stringify(JSON.parse(user), null, 2)}`);
  return EXIT.ok;
}

async function openInput(terminal: Terminal, words: JudgeWords) {
  if (words.samples === "-") return { bytes: process.stdin, file: "-", format: words.format ?? ("jsonl" as const) };
  const path = resolve(terminal.cwd, words.samples);
  const found = await stat(path).catch(() => null);
  if (!found?.isFile()) throw new UsageError(`--samples ${words.samples}: there is no such file`);
  const format = words.format ?? rubric.formatOf(path);
  if (!format) throw new UsageError(`${words.samples}: is it jsonl, json or csv? Say so with --format`);
  return { bytes: createReadStream(path, { highWaterMark: 256 * 1024 }), file: basename(path), format };
}

async function openProfile(
  terminal: Terminal,
  words: JudgeWords,
): Promise<{ profile: EvaluationProfile; systemPrompt: string | null }> {
  if ((words.evaluationProfile === undefined) === (words.model === undefined))
    throw new UsageError("say who judges: either --evaluation-profile or --model");
  if (words.model !== undefined)
    return { profile: rubric.singleJudgeProfile(words.model, words.repetitions ?? 1), systemPrompt: null };
  if (words.repetitions !== undefined)
    throw new UsageError("--repetitions goes with --model; an evaluation profile has them in judge_runs");
  const loaded = await loadEvaluationProfile({ from: terminal.cwd, reference: words.evaluationProfile! });
  const { profile, systemPrompt } = await valueOrUsage(
    terminal,
    loaded,
    `the evaluation profile ${words.evaluationProfile}`,
  );
  if (profile.judge_runs.length === 0)
    throw new UsageError("the evaluation profile has no judge_runs, so nobody would judge");
  const unused = rubric.unusedSettings(profile);
  if (unused.length > 0)
    terminal.err(`Note: ${unused.join(", ")} of the evaluation profile mean nothing to rubric judging.`);
  return { profile, systemPrompt };
}

function checkJudges(profile: EvaluationProfile, gateways: Gateways): void {
  const asked = profile.judges.filter(({ judge_id }) => profile.judge_runs.some((run) => run.judge_id === judge_id));
  for (const { judge_id, model, gateway } of asked) {
    const problem = gateways.problem(model ?? judge_id, gateway);
    if (problem) throw new UsageError(problem);
  }
}

async function runName({ name, samples }: JudgeWords): Promise<string> {
  const chosen =
    name ??
    (samples === "-"
      ? "samples"
      : basename(samples)
          .replace(/\.[^.]+$/, "")
          .replace(/[^A-Za-z0-9_.-]+/g, "-"));
  if (slug.safeParse(chosen).success) return chosen;
  throw new UsageError(`"${chosen}" cannot name a folder; --name takes letters, digits, _, - and .`);
}

async function usable<Schema extends Parameters<typeof loadFile>[1]>(terminal: Terminal, path: string, schema: Schema) {
  const loaded = await loadFile(resolve(terminal.cwd, path), schema, { root: terminal.cwd });
  return valueOrUsage(terminal, loaded, path);
}

async function valueOrUsage<Value>(terminal: Terminal, loaded: Loaded<Value>, what: string): Promise<Value> {
  await printDiagnostics(terminal, loaded.diagnostics);
  if (!loaded.ok) throw new UsageError(`nothing was asked: ${what} cannot be used`);
  return loaded.value;
}

async function removeFolder(folder: string): Promise<void> {
  const { rm } = await import("node:fs/promises");
  await rm(folder, { recursive: true, force: true });
}
