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
  readonly name: CampaignName;
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
  /** What its run takes up in the log, while it is held for the judges. */
  heldBytes: number;
}

/** Runs that wait for the judges are held up to here, and read again from the store beyond: a long backlog would not fit into memory. */
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

/** Judge calls at a time: as the evaluation profile says, else as many as trials are run at a time. */
function callsAtATime({ config, evaluation, maxConcurrency }: EvaluateOptions): number {
  return maxConcurrency ?? evaluation.profile.max_concurrency ?? config.runProfile.execution_policy.max_concurrency;
}

/**
 * A trial holds its packet while its judges are asked; a few more than calls, so that a next one is always ready. Those whose judges have
 * answered and whose files are being written must not keep others from being asked.
 */
function trialsAtATime(options: EvaluateOptions): number {
  const calls = callsAtATime(options);
  const mayWrite = options.files !== false && options.files !== "never";
  const beingWritten = mayWrite && options.mode === "judge" ? calls : 0;
  return calls + Math.max(2, calls >> 2) + beingWritten;
}
