import { join } from "node:path";
import type { Ledger } from "../../campaign/index.ts";
import { environmentSecrets, type GatewaySource, makesFiles, type PlannedTrial } from "../../campaign/index.ts";
import type { RunChecks } from "../../checks/index.ts";
import type { CampaignConfig, LoadedEvaluationProfile } from "../../config/index.ts";
import type { LockedError } from "../../errors/index.ts";
import type { FilesMode, JudgedCampaign, TrialKey, TrialResult } from "../../records/index.ts";
import type { SandboxChoice } from "../../sandbox/index.ts";
import { evaluationFolder, type Store } from "../../store/index.ts";
import { createRedactor, readPrompt, sha256 } from "../../text/index.ts";
import { judgesOfProfile, resolveJudges } from "../panel/judges.ts";
import { takeJudgingLock } from "../panel/judging-lock.ts";
import { openPanel } from "../panel/panel.ts";
import { evaluateTrial } from "./evaluate-trial.ts";
import { keepManifest } from "./stored/campaign-manifest.ts";
import { composeJudgedCampaign } from "./stored/judged-campaign.ts";
import { namesOfSubjects } from "./stored/names-of-subjects.ts";
import { evaluationIdentities, evaluationProfileFolder } from "./trial/evaluation-identity.ts";
import { createResultInterner } from "./trial/result-interner.ts";
import { filesOf } from "./trial/trial-result.ts";
import type { EvaluationSurroundings, TrialToJudge } from "./trial/trial-to-judge.ts";
import { openWorkQueue } from "./work-queue.ts";

export interface EvaluateOptions {
  config: CampaignConfig;
  evaluation: LoadedEvaluationProfile;
  store: Store;
  gateways: GatewaySource;
  env: Record<string, string | undefined>;
  /** Of the run profile, with its fp8. */
  run_profile: string;
  /** Asked once, and only when a hook has to run. */
  chooseSandbox: () => Promise<SandboxChoice>;
  /** Who runs hooks and commands of checks, if not this machine. */
  executeChecks?: RunChecks;
  /** Judge calls at a time, if not as many as the profiles say. */
  maxConcurrency?: number;
  /** `judge`: do what is missing and store it. `read`: report what is stored; no call, no hook, no file. */
  mode: "judge" | "read";
  force?: boolean;
  files?: FilesMode | boolean;
  /** Who is asked before a judge call is paid for; none: no limit. */
  ledger?: Pick<Ledger, "reserve" | "stopReason">;
  /** No new calls from now on; those in flight go on. */
  noNewWork?: AbortSignal;
  /** Ends calls in flight. */
  signal?: AbortSignal;
  /** Told who it is when another process is asking the same question, whose answer is waited for. */
  onWait?: (holder: string) => void;
  onEvent?: (event: EvaluationEvent) => void;
  /** Told once when a result cannot be stored; nothing more is judged then, and `finish` fails with it. */
  onFailure?: () => void;
}

export type EvaluationEvent =
  | { type: "judging_started"; trial: TrialKey }
  | { type: "judging_ended"; result: TrialResult }
  /** Something is paid for again, because the stored copy is damaged. */
  | { type: "warning"; message: string };

/** The judging of one campaign: trials are taken as they come and judged as soon as there is room. */
interface CampaignEvaluation {
  /** Folder of the files for reading, absolute. */
  readonly folder: string;
  /** Keeps how these trials are going to be judged, before the first of them is. */
  plan(trials: readonly PlannedTrial[]): void;
  /** @param number of the trial in the order in which results are wanted */
  take(number: number, trial: TrialToJudge): void;
  /** Ends when everything taken is judged. */
  finish(): Promise<JudgedCampaign>;
  /** Lets other processes judge; call it however the judging ended. */
  release(): void;
}

export type OpenedEvaluation =
  | { ok: true; evaluation: CampaignEvaluation }
  /** Nothing was started: another process is at it. */
  | { ok: false; error: LockedError };

export async function openEvaluation(options: EvaluateOptions): Promise<OpenedEvaluation> {
  const { config, evaluation, gateways, store, mode } = options;
  const systemPrompt = evaluation.systemPrompt ?? (await readPrompt("judge_system"));
  const judges = resolveJudges(judgesOfProfile(evaluation.profile), gateways.forModel);
  const folder = evaluationProfileFolder(evaluation.profile, judges, systemPrompt);
  if (mode === "read") return { ok: true, evaluation: judging(options, { judges, systemPrompt, folder }, () => {}) };
  const place = { suite_id: config.suite.suite_id, run_profile: options.run_profile };
  const lock = takeJudgingLock(store.outputs, evaluationFolder(place, folder));
  if (!lock.ok) return lock;
  store.refresh();
  return { ok: true, evaluation: judging(options, { judges, systemPrompt, folder }, lock.release) };
}

/** Judge calls at a time: as the evaluation profile says, else as many as trials are run at a time. */
function judgingConcurrency({ config, evaluation }: Pick<EvaluateOptions, "config" | "evaluation">): number {
  return evaluation.profile.max_concurrency ?? config.runProfile.execution_policy.max_concurrency;
}

interface NumberedTrial {
  number: number;
  trial: TrialToJudge;
  /** What its run takes up in the log, while it is held for the judges. */
  heldBytes: number;
}

/** Runs that wait for the judges are held up to here, and read again from the store beyond: a long backlog would not fit into memory. */
const MOST_HELD_BYTES = 4 * 1024 ** 2;

interface Asking {
  judges: ReturnType<typeof resolveJudges>;
  systemPrompt: string;
  folder: string;
}

function judging(
  options: EvaluateOptions,
  { judges, systemPrompt, folder }: Asking,
  release: () => void,
): CampaignEvaluation {
  const { config, evaluation, gateways, store, mode, noNewWork, signal } = options;
  const { force = false, onEvent = () => {}, onFailure = () => {} } = options;
  const { profile } = evaluation;
  const maxConcurrency = options.maxConcurrency ?? judgingConcurrency(options);
  let sandbox: Promise<SandboxChoice> | undefined;
  const redact = createRedactor([...gateways.secrets(), ...environmentSecrets(options.env)], {
    patterns: profile.security_policy.redact_secrets,
  });
  const surroundings: EvaluationSurroundings = {
    store,
    profile,
    evaluationProfileFolder: folder,
    identities: evaluationIdentities(profile, judges, systemPrompt),
    calledAs: namesOfSubjects(config.subjects),
    system: { text: systemPrompt, sha256: sha256(systemPrompt) },
    panel: openPanel({
      judges,
      store,
      redact,
      maxConcurrency,
      ask: mode === "judge",
      ledger: options.ledger,
      force,
      noNewWork,
      signal,
      onWarning: (message) => onEvent({ type: "warning", message }),
      onWait: options.onWait,
    }),
    redact,
    chooseSandbox: () => (sandbox ??= options.chooseSandbox()),
    executeChecks: options.executeChecks,
    mode,
    files: false,
    force,
    interrupted: () => noNewWork?.aborted === true || signal?.aborted === true,
    signal,
  };
  const results: TrialResult[] = [];
  const place = { suite_id: config.suite.suite_id, run_profile: options.run_profile };
  const intern = createResultInterner(({ model_id, case_id, repetition }) =>
    filesOf(store, { ...place, model_id, case_id, repetition }, folder),
  );
  let failure: { error: unknown } | null = null;
  let heldBytes = 0;

  function fail(error: unknown): void {
    if (!failure) onFailure();
    failure ??= { error };
    queue.clear();
  }
  function end({ number, trial }: NumberedTrial, evaluated: TrialResult): void {
    const { question, runId: run_id } = trial.planned;
    const { model_id, case_id } = question.place;
    const result = intern(evaluated, { model_id, case_id, run_id });
    results[number] = result;
    onEvent({ type: "judging_ended", result });
  }
  /** What is stored is found at once. */
  function evaluate(numbered: NumberedTrial): Promise<void> | undefined {
    heldBytes -= numbered.heldBytes;
    try {
      onEvent({ type: "judging_started", trial: numbered.trial.planned.place });
      const result = evaluateTrial(numbered.trial, surroundings);
      if (result instanceof Promise) return result.then((evaluated) => end(numbered, evaluated)).catch(fail);
      end(numbered, result);
    } catch (error) {
      fail(error);
    }
    return undefined;
  }
  // A trial holds its packet while its judges are asked; a few more than calls, so that a next one is always ready. Those whose judges have
  // answered and whose files are being written must not keep others from being asked.
  const mayWrite = options.files !== false && options.files !== "never";
  const beingWritten = mayWrite && mode === "judge" ? maxConcurrency : 0;
  const queue = openWorkQueue(maxConcurrency + Math.max(2, maxConcurrency >> 2) + beingWritten, evaluate);

  return {
    folder: join(store.outputs, evaluationFolder(place, folder)),
    plan(trials) {
      surroundings.files = makesFiles(options.files, trials.length);
      keepManifest({ ...options, judges, systemPrompt, folder, files: surroundings.files, redact }, trials);
    },
    take(number, trial) {
      if (failure) return;
      const bytes = trial.run !== null && trial.record ? trial.run.length : 0;
      const isHeld = heldBytes + bytes <= MOST_HELD_BYTES;
      if (isHeld) heldBytes += bytes;
      const held = isHeld || trial.run === null ? trial : { ...trial, record: null };
      queue.add({ number, trial: held, heldBytes: isHeld ? bytes : 0 });
    },
    async finish() {
      await queue.whenDone();
      if (failure) throw failure.error;
      return composeJudgedCampaign(config, evaluation, judges, gateways, Object.values(results));
    },
    release,
  };
}
