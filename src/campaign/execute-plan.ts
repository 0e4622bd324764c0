import { type FilesMode, isReusable, type RunnerType } from "../records/index.ts";
import { closeToolBook, openMediaShelf, openToolBook, type Runner, toolSecrets } from "../runners/index.ts";
import type { SandboxChoice } from "../sandbox/index.ts";
import type { Store, Taken } from "../store/index.ts";
import { createByteRedactor, createRedactor } from "../text/index.ts";
import { decideTrial, isForced, type TrialDecision } from "./decide-trial.ts";
import { environmentSecrets } from "./environment-secrets.ts";
import { guardedListener } from "./guarded-listener.ts";
import { type ExecuteTrial, executeLocally, type Machine } from "./local-executor.ts";
import { makesFiles } from "./makes-files.ts";
import {
  type CampaignEvent,
  type CampaignOutcome,
  type CampaignStop,
  type ReadyTrial,
  type TrialOutcome,
  trialName,
} from "./outcome.ts";
import { toolsOf, trialsByRecording } from "./own-tools.ts";
import { payerOf } from "./payer.ts";
import type { CampaignPlan, GatewaySource } from "./plan.ts";
import type { PlannedTrial } from "./planned-trial.ts";
import { type RanTrial, recordAlias, runAndStore, type StoredTrial, type TrialSurroundings } from "./run-and-store.ts";
import { writeRunFile } from "./run-file.ts";
import { sandboxForPlan } from "./sandbox-for-plan.ts";
import { temporaryAccount } from "./spending/account.ts";
import { type Ledger, openLedger } from "./spending/ledger.ts";
import type { Reservation } from "./spending/reservation.ts";
import { explainStoreError, reasonToStop } from "./stop-reasons.ts";

export interface ExecuteOptions {
  store: Store;
  gateways: GatewaySource;
  runners: Record<RunnerType, Runner>;
  /** Executes trials instead of this machine with the runners and the sandbox given here. */
  execute?: ExecuteTrial;
  /** Called when the campaign stops: trials handed over but not started need not run. */
  takeBack?: () => void;
  /** Concurrent trials, if not as in the run profile. */
  maxConcurrency?: number;
  /** Called once, and only if a trial that must run offers tools. */
  chooseSandbox: () => Promise<SandboxChoice>;
  env: Record<string, string | undefined>;
  clock?: () => Date;
  /** When the files for reading are made; the log has everything either way. */
  files?: FilesMode | boolean;
  /** Starts no new trials once aborted; those in flight continue. */
  noNewWork?: AbortSignal;
  /** Ends trials in flight. */
  signal?: AbortSignal;
  onEvent?: (event: CampaignEvent) => void;
  /** Called with the name of another process that is running the same trial under another name, whose result is awaited. */
  onWait?: (holder: string) => void;
  /** Asked before a trial is paid for. Omit for no limit. */
  ledger?: Ledger;
  /** Called with every trial that has a run, as soon as it is stored. */
  onReady?: (ready: ReadyTrial) => void;
  /** False for a caller that takes trials as they become ready, so that those of a large campaign are not held until its end. */
  keepOutcomes?: boolean;
}

/** Executes a plan, `max_concurrency` trials at a time. The caller holds the campaign's lock. */
export async function executePlan(plan: CampaignPlan, options: ExecuteOptions): Promise<CampaignOutcome> {
  const { execution_policy: policy } = plan.config.runProfile;
  const { store, clock = () => new Date(), onReady = () => {} } = options;
  const files = makesFiles(options.files, plan.trials.length);
  const never = new AbortController().signal;
  const { noNewWork = never } = options;
  // Ends waiting for results that cannot be stored.
  const cannotStore = new AbortController();
  const signal = AbortSignal.any([options.signal ?? never, cannotStore.signal]);
  let next = 0;
  const listener = guardedListener(options.onEvent, () => {
    next = plan.trials.length;
  });
  const onEvent = listener.tell;
  onEvent({ type: "planned", trials: plan.trials });

  const ownTools = toolsOf(plan);
  const secrets = [
    ...options.gateways.secrets(),
    ...environmentSecrets(options.env),
    ...[...ownTools].flatMap((tool) => toolSecrets(tool, options.env)),
  ];
  const toolBook = openToolBook();
  const redact = { text: createRedactor(secrets), bytes: createByteRedactor(secrets) };
  const media = openMediaShelf();
  const onThisMachine = async (): Promise<ExecuteTrial> => {
    const { runners, env } = options;
    const sandbox = await sandboxForPlan(plan, options.chooseSandbox, onEvent);
    const machine: Machine = { runners, sandbox, redact, media, clock, env, toolBook };
    return (planned, stage) => executeLocally(planned, stage, machine);
  };
  const execute = options.execute ?? (await onThisMachine());
  const surroundings: Omit<TrialSurroundings, "reservation"> = { store, execute, redact, media, signal };
  const maxConcurrency = options.maxConcurrency ?? policy.max_concurrency;
  const { keepOutcomes = true, ledger = openLedger({ maxCostUsd: null, account: temporaryAccount() }) } = options;
  const outcomes: TrialOutcome[] = [];
  const hasEnded = new Uint8Array(plan.trials.length);
  const behind = new Set<Promise<void>>();
  let stopped: CampaignStop | null = null;

  function stop(reason: CampaignStop): void {
    if (stopped) return;
    stopped = reason;
    if (reason.kind === "store_error") cannotStore.abort();
    options.takeBack?.();
    onEvent({ type: "stopping", stop: reason });
  }

  /** Carries out the plan for one trial that is not stored under its own name; null when it was interrupted. */
  async function settle(planned: PlannedTrial): Promise<Omit<ReadyTrial, "number"> | null> {
    const { decision } = planned;
    if (decision.action === "copy") {
      recordAlias(planned, store);
      return { planned, source: "copied", run: decision.run, record: null };
    }
    // Offline models are free, so skip the claim, unless two trials of this campaign are the same question under two names.
    const taken: Taken<StoredDecision> = planned.isFree && !plan.hasTwins ? UNCLAIMED : await takeTrial(planned);
    if (taken.state === "interrupted") return null;
    if (taken.state === "found") {
      if (taken.found.action === "copy") recordAlias(planned, store);
      return { planned, source: "copied", run: taken.found.run, record: null };
    }
    let isStored = false;
    let reservation: Reservation | null = null;
    try {
      reservation = await reserve(planned);
      if (!reservation) return null;
      onEvent({ type: "trial_started", planned });
      const run = storedOrNull(await runAndStore(planned, { ...surroundings, reservation }));
      if (!run) return null;
      isStored = isReusable(run.run.facts.status);
      return { planned, source: "executed", ...run };
    } finally {
      reservation?.end();
      taken.release(isStored);
    }
  }

  function storedOrNull(ran: RanTrial): StoredTrial | null {
    if (ran.status === "unpaid") stop({ kind: "cost_limit", message: ledger.stopReason()! });
    if (ran.status === "refused") stop({ kind: "runner_error", message: ran.message });
    return ran.status === "stored" ? ran.stored : null;
  }

  /** Reserves the expected cost of a trial; null when the limit is reached, which stops the campaign. */
  async function reserve(planned: PlannedTrial): Promise<Reservation | null> {
    const reservation = await ledger.reserve(payerOf(planned));
    if (!reservation) stop({ kind: "cost_limit", message: ledger.stopReason()! });
    return reservation;
  }

  /** Claims a trial, or waits for the run that another process is executing right now. */
  async function takeTrial({ question, repetition, runId, decision }: PlannedTrial): Promise<Taken<StoredDecision>> {
    // A forced run accepts another process's concurrent run, but no earlier one.
    const since = isForced(decision) ? (store.entries("run", runId)[0]?.at ?? -1) + 1 : 0;
    const look = () => {
      if (!store.has("run", runId)) return null;
      const found = decideTrial(store, question, repetition, runId, false);
      return found.action !== "run" && found.run.at >= since ? found : null;
    };
    return await store.claims.take(`run ${runId}`, look, { signal: noNewWork, onWait: options.onWait });
  }

  async function makeFile({ planned, run, record }: ReadyTrial): Promise<void> {
    const stored = record ?? store.readEntry(run);
    try {
      if (stored) await writeRunFile(store, planned.place, planned.identity, stored);
    } catch (error) {
      stop({ kind: "store_error", message: explainStoreError(error, trialName(planned)) });
    }
  }

  /** Writes files for reading during the next trial, so that a slow disk does not idle the provider; but not too far behind. */
  async function makeFileBehind(ready: ReadyTrial): Promise<void> {
    const made = makeFile(ready).finally(() => behind.delete(made));
    behind.add(made);
    if (behind.size > maxConcurrency * 2) await made;
  }

  async function work(): Promise<void> {
    while (!stopped && !noNewWork.aborted && next < plan.trials.length) {
      const number = next++;
      const planned = plan.trials[number]!;
      try {
        // Synchronous if everything is stored, because there may be tens of thousands of trials.
        const settled = reusedRun(planned) ?? (await settle(planned));
        if (!settled) continue;
        const ready = { ...settled, number };
        const { source, run } = ready;
        const reason = reasonToStop(planned, ready, policy);
        if (reason) stop(reason);
        const outcome: TrialOutcome = { source, planned, summary: run.facts };
        hasEnded[number] = 1;
        if (keepOutcomes) outcomes[number] = outcome;
        onEvent({ type: "trial_ended", outcome });
        onReady(ready);
        if (files && !(source === "reused" && store.tree.hasRun(planned.place))) await makeFileBehind(ready);
      } catch (error) {
        stop({ kind: "store_error", message: explainStoreError(error, trialName(planned)) });
      }
    }
  }

  await Promise.all(Array.from({ length: Math.min(maxConcurrency, plan.trials.length) }, work));
  await Promise.all(behind);
  for (const message of closeToolBook(toolBook, redact.text, trialsByRecording(plan))) {
    plan.warnings.push(message);
    onEvent({ type: "warning", message });
  }
  if (noNewWork.aborted || options.signal?.aborted) stop({ kind: "interrupted", message: "interrupted" });
  listener.rethrow();
  const leftOut = plan.trials.flatMap((planned, number) =>
    hasEnded[number] === 1 ? [] : [{ number, outcome: notRun(planned, stopped) }],
  );
  if (keepOutcomes) for (const { number, outcome } of leftOut) outcomes[number] = outcome;
  return { outcomes, leftOut, stopped };
}

function reusedRun(planned: PlannedTrial): Omit<ReadyTrial, "number"> | null {
  const { decision } = planned;
  return decision.action === "reuse" ? { planned, source: "reused", run: decision.run, record: null } : null;
}

/** A decision not to run a trial, because its run is already stored. */
type StoredDecision = Exclude<TrialDecision, { action: "run" }>;

const UNCLAIMED: Taken<never> = { state: "mine", release() {} };

function notRun(planned: PlannedTrial, stopped: CampaignStop | null): TrialOutcome {
  return { source: "not_run", planned, summary: null, reason: stopped?.kind ?? "interrupted" };
}
