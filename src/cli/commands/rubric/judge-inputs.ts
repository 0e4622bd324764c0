import { createReadStream } from "node:fs";
import { stat } from "node:fs/promises";
import { basename, resolve } from "node:path";
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
import { outputsFolder } from "../../../store/index.ts";
import { createRedactor } from "../../../text/index.ts";
import { UsageError } from "../../exit-codes.ts";
import type { Terminal } from "../../terminal.ts";
import type { JudgeWords } from "./judge.ts";
import { printDiagnostics } from "./shared.ts";

/** Everything that a judging needs, as the user's words name it. */
export type JudgingInputs = Awaited<ReturnType<typeof openInputs>>;

/** Opens what the words name, and refuses what cannot be used before anything is read, written or paid for. */
export async function openInputs(terminal: Terminal, words: JudgeWords) {
  const root = await findWorkspaceRoot(terminal.cwd);
  const name = runName(words);
  const input = await openSamples(terminal, words);
  const { profile, systemPrompt } = await openProfile(terminal, words);
  const sharedRubric = words.rubric ? await usable(terminal, words.rubric, sampleRubric) : null;
  const mapping = words.mapping ? await usable(terminal, words.mapping, sampleMapping) : null;
  const env = await loadDotEnv(root ?? terminal.cwd, terminal.env);
  const gateways = openGateways({ env });
  const limit = createCostLimit(words.maxCostUsd ?? null);
  const judges = rubric.openRubricJudges(profile, gateways, limit);
  checkJudges(profile, gateways);
  return {
    name,
    outputs: words.outputs ? resolve(terminal.cwd, words.outputs) : outputsFolder(root ?? terminal.cwd),
    input,
    profile,
    rubric: sharedRubric,
    mapping,
    gateways,
    limit,
    judges,
    redact: createRedactor([...gateways.secrets(), ...environmentSecrets(env)], {
      patterns: profile.security_policy.redact_secrets,
    }),
    question: {
      systemPrompts: await rubric.systemPrompts(systemPrompt),
      language: words.language,
      revealMeta: words.revealMeta === true,
      seed: words.seed,
    },
  };
}

async function openSamples(terminal: Terminal, words: JudgeWords) {
  if (words.samples === "-") return { bytes: process.stdin, file: "-", format: words.format ?? ("jsonl" as const) };
  const path = resolve(terminal.cwd, words.samples);
  const found = await stat(path).catch(() => null);
  if (!found || found.isDirectory()) throw new UsageError(`--samples ${words.samples}: there is no such file`);
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

function runName({ name, samples }: JudgeWords): string {
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
