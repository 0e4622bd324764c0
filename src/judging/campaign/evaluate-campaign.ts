import { join } from "node:path";
import {
  environmentSecrets,
  type GatewaySource,
  type Ledger,
  makesFiles,
  nameOfRuns,
  type PlannedTrial,
} from "../../campaign/index.ts";
import type { RunChecks } from "../../checks/index.ts";
import type { CampaignConfig, LoadedEvaluationProfile } from "../../config/index.ts";
import type { LockedError } from "../../errors/index.ts";
import type { CampaignName, FilesMode, JudgedCampaign, TrialKey, TrialResult } from "../../records/index.ts";
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
import { openWorkQueue, type WorkQueue } from "./work-queue.ts";

export interface EvaluateOptions {
  config: CampaignConfig;
  evaluation: LoadedEvaluationProfile;
  store: Store;
  gateways: GatewaySource;
  env: Record<string, string | undefined>;
  /** Called once, and only if a hook has to run. */
  chooseSandbox: () => Promise<SandboxChoice>;
  /** Executes hooks and commands of checks, instead of this machine. */
  executeChecks?: RunChecks;
  /** Concurrent judge calls, if not as in the profiles. */
  maxConcurrency?: number;
  /** `judge`: do and store missing work. `read`: report stored results; no call, no hook, no file. */
  mode: "judge" | "read";
  force?: boolean;
  files?: FilesMode | boolean;
  /** Asked before a judge call is paid for. Omit for no limit. */
  ledger?: Pick<Ledger, "reserve" | "stopReason">;
  /** Starts no new calls once aborted; those in flight continue. */
  noNewWork?: AbortSignal;
  /** Ends calls in flight. */
  signal?: AbortSignal;
  /** Called with the name of another process that is asking the same question, whose answer is awaited. */
  onWait?: (holder: string) => void;
  onEvent?: (event: EvaluationEvent) => void;
  /** Called once when a result cannot be stored; nothing more is judged then, and `finish` fails with it. */
  onFailure?: () => void;
}

export type EvaluationEvent =
  | { type: "judging_started"; trial: TrialKey }
  | { type: "judging_ended"; result: TrialResult }
  /** Something is paid for again, because the stored copy is damaged. */
  | { type: "warning"; message: string };

/** The judging of one campaign: trials are judged as they come, as soon as there is room. */
interface CampaignEvaluation {
  readonly name: CampaignName;
  /** Folder of the files for reading, absolute. */
  readonly folder: string;
  /** Stores how these trials will be judged, before the first of them is. */
  plan(trials: readonly PlannedTrial[]): void;
  /** @param number position of the trial in the results */
  take(number: number, trial: TrialToJudge): void;
  /** Resolves when every taken trial is judged. */
  finish(): Promise<JudgedCampaign>;
  /** Lets other processes judge; call it however the judging ended. */
  release(): void;
}

export type OpenedEvaluation =
  | { ok: true; evaluation: CampaignEvaluation }
  /** Nothing was started: another process is judging. */
  | { ok: false; error: LockedError };

export async function openEvaluation(options: EvaluateOptions): Promise<OpenedEvaluation> {
  const { store, mode } = options;
  const asking = await askingOf(options);
  if (mode === "read") return { ok: true, evaluation: new RunningEvaluation(options, asking, () => {}) };
  const lock = takeJudgingLock(store.outputs, evaluationFolder(asking.name, asking.name.evaluation_profile));
  if (!lock.ok) return lock;
  store.refresh();
  return { ok: true, evaluation: new RunningEvaluation(options, asking, lock.release) };
}

interface Asking {
  judges: ReturnType<typeof resolveJudges>;
  systemPrompt: string;
  name: CampaignName & { evaluation_profile: string };
}

type JudgedSettings = Pick<EvaluateOptions, "config" | "evaluation" | "gateways">;

/** Names a judged campaign by its settings alone; nothing that is stored is read. */
export async function nameOfJudged(settings: JudgedSettings): Promise<CampaignName> {
  return (await askingOf(settings)).name;
}

async function askingOf({ config, evaluation, gateways }: JudgedSettings): Promise<Asking> {
  const systemPrompt = evaluation.systemPrompt ?? (await readPrompt("judge_system"));
  const judges = resolveJudges(judgesOfProfile(evaluation.profile), gateways.forModel);
  const evaluation_profile = evaluationProfileFolder(evaluation.profile, judges, systemPrompt);
  return { judges, systemPrompt, name: { ...nameOfRuns(config), evaluation_profile } };
}

interface NumberedTrial {
  number: number;
  trial: TrialToJudge;
  /** Size of its run in the log, while it is held for the judges. */
  heldBytes: number;
}

/** Limit for runs held in memory until they are judged; beyond it they are read again from the store. */
const MOST_HELD_BYTES = 4 * 1024 ** 2;

class RunningEvaluation implements CampaignEvaluation {
  readonly name: CampaignName;
  readonly folder: string;
  private readonly surroundings: EvaluationSurroundings;
  private readonly queue: WorkQueue<NumberedTrial>;
  private readonly intern: ReturnType<typeof createResultInterner>;
  private readonly results: TrialResult[] = [];
  private failure: { error: unknown } | null = null;
  private heldBytes = 0;

  constructor(
    private readonly options: EvaluateOptions,
    private readonly asking: Asking,
    readonly release: () => void,
  ) {
    const { store } = options;
    const { name } = asking;
    this.name = name;
    this.folder = join(store.outputs, evaluationFolder(name, name.evaluation_profile));
    this.surroundings = surroundingsOf(options, asking);
    this.queue = openWorkQueue(trialsAtATime(options), (numbered) => this.evaluate(numbered));
    this.intern = createResultInterner(({ model_id, case_id, repetition }) =>
      filesOf(store, { ...name, model_id, case_id, repetition }, name.evaluation_profile),
    );
  }

  plan(trials: readonly PlannedTrial[]): void {
    const { surroundings, options, asking } = this;
    const files = makesFiles(options.files, trials.length);
    surroundings.files = files;
    keepManifest({ ...options, ...asking, files, redact: surroundings.redact }, trials);
  }

  take(number: number, trial: TrialToJudge): void {
    if (this.failure) return;
    const bytes = trial.run !== null && trial.record ? trial.run.length : 0;
    const isHeld = this.heldBytes + bytes <= MOST_HELD_BYTES;
    if (isHeld) this.heldBytes += bytes;
    const held = isHeld || trial.run === null ? trial : { ...trial, record: null };
    this.queue.add({ number, trial: held, heldBytes: isHeld ? bytes : 0 });
  }

  async finish(): Promise<JudgedCampaign> {
    await this.queue.whenDone();
    if (this.failure) throw this.failure.error;
    const { config, evaluation, gateways } = this.options;
    return composeJudgedCampaign(config, evaluation, this.asking.judges, gateways, Object.values(this.results));
  }

  /** Evaluates a trial, without a promise where its result is stored. */
  private evaluate(numbered: NumberedTrial): Promise<void> | undefined {
    this.heldBytes -= numbered.heldBytes;
    try {
      this.options.onEvent?.({ type: "judging_started", trial: numbered.trial.planned.place });
      const result = evaluateTrial(numbered.trial, this.surroundings);
      if (result instanceof Promise)
        return result.then((evaluated) => this.end(numbered, evaluated)).catch((error) => this.fail(error));
      this.end(numbered, result);
    } catch (error) {
      this.fail(error);
    }
    return undefined;
  }

  private end({ number, trial }: NumberedTrial, evaluated: TrialResult): void {
    const { question, runId: run_id } = trial.planned;
    const { model_id, case_id } = question.place;
    const result = this.intern(evaluated, { model_id, case_id, run_id });
    this.results[number] = result;
    this.options.onEvent?.({ type: "judging_ended", result });
  }

  private fail(error: unknown): void {
    if (!this.failure) this.options.onFailure?.();
    this.failure ??= { error };
    this.queue.clear();
  }
}

function surroundingsOf(options: EvaluateOptions, { judges, systemPrompt, name }: Asking): EvaluationSurroundings {
  const { config, evaluation, gateways, store, mode, force = false, noNewWork, signal } = options;
  const { profile } = evaluation;
  const redact = createRedactor([...gateways.secrets(), ...environmentSecrets(options.env)], {
    patterns: profile.security_policy.redact_secrets,
  });
  let sandbox: Promise<SandboxChoice> | undefined;
  return {
    store,
    profile,
    evaluationProfileFolder: name.evaluation_profile,
    identities: evaluationIdentities(profile, judges, systemPrompt),
    calledAs: namesOfSubjects(config.subjects),
    system: { text: systemPrompt, sha256: sha256(systemPrompt) },
    panel: openPanel({
      judges,
      store,
      redact,
      maxConcurrency: callsAtATime(options),
      ask: mode === "judge",
      ledger: options.ledger,
      force,
      noNewWork,
      signal,
      onWarning: (message) => options.onEvent?.({ type: "warning", message }),
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
}

/** Concurrent judge calls: as in the evaluation profile, else as many as concurrent trials. */
function callsAtATime({ config, evaluation, maxConcurrency }: EvaluateOptions): number {
  return maxConcurrency ?? evaluation.profile.max_concurrency ?? config.runProfile.execution_policy.max_concurrency;
}

/**
 * A trial holds its packet while its judges are asked, so only a few more than the calls are evaluated at once. Trials whose
 * judges have answered and whose files are being written must not keep others from being asked.
 */
function trialsAtATime(options: EvaluateOptions): number {
  const calls = callsAtATime(options);
  const mayWrite = options.files !== false && options.files !== "never";
  const beingWritten = mayWrite && options.mode === "judge" ? calls : 0;
  return calls + Math.max(2, calls >> 2) + beingWritten;
}
