import {
  type CampaignPlan,
  type Ledger,
  ledgersTogether,
  openLedger,
  planCampaign,
  runCampaign,
  temporaryAccount,
} from "../../campaign/index.ts";
import type { LoadedEvaluationProfile } from "../../config/index.ts";
import { NotReadyError, StorageError } from "../../errors/index.ts";
import {
  type EvaluateOptions,
  judgeProblems,
  judgesOfProfile,
  openEvaluation,
  trialsOfPlan,
} from "../../judging/index.ts";
import type { CampaignName, CampaignSpending, JudgedCampaign, TrialResult } from "../../records/index.ts";
import { type CampaignReport, composeCampaignReport } from "../../report/index.ts";
import type { Store } from "../../store/index.ts";
import type { Controls } from "../controls.ts";
import type { AssayEvent } from "../events.ts";
import { announceWaitOnce } from "../open/announce-wait-once.ts";
import type { FunctionModel } from "../open/functions/function-gateways.ts";
import { loadEvaluation } from "../open/load-evaluation.ts";
import { type OpenedCampaign, openCampaign } from "../open/open-campaign.ts";
import type { ShardOptions } from "../open/shard-options.ts";
import { withWritableStore } from "../open/with-writable-store.ts";
import { costOfRun, openCampaignLedger, spendingOf } from "./campaign-ledger.ts";
import { collectDamageWarnings } from "./collect-damage-warnings.ts";
import { composeEvaluateOptions } from "./evaluate-options.ts";
import { failedOnly } from "./only-failed.ts";
import { openRunners, refuseLesserSandbox } from "./open-runners.ts";
import { plainJudgingEvents, plainRunEvents } from "./plain-events.ts";
import { type RunOptions, reportOmittedFiles } from "./run.ts";

export interface RunEvalOptions extends RunOptions {
  /** Id or path. */
  evaluationProfile: string;
  /** Functions of the calling program as judges, by the `judge_id` they replace. */
  judges?: Record<string, FunctionModel>;
  /** `failed` selects trials that failed last time; all others stay as they are. */
  only?: "failed";
  /** Stops asking judges before new calls of this command might cost more than this; runs do not count. */
  maxJudgingCostUsd?: number;
}

export type RunEvalResult =
  | {
      status: "done";
      report: CampaignReport;
      /** Explanation if `maxCostUsd` was reached, otherwise null. */
      stopped: string | null;
      /** Explanation if `maxJudgingCostUsd` was reached, which ends only the judging. */
      judgingStopped: string | null;
      /** Absolute path of the judged campaign's reading files. */
      folder: string;
    }
  /** `only` selected no trial, so nothing was run. */
  | { status: "nothing_to_do"; report: null; reason: string }
  | Interrupted;

/** Finished work is stored; the same call continues from there. */
export interface Interrupted {
  status: "interrupted";
  report: null;
  spending: CampaignSpending;
}

/**
 * Runs what is missing, judges it and reports. A trial is judged as soon as its run is stored.
 *
 * @example
 * const result = await runEval({ suite: "quickstart", runProfile: "offline", evaluationProfile: "offline_judge" });
 * if (result.status === "done")
 *   for (const { model_id, score } of result.report.model_summaries) console.log(model_id, score);
 */
export async function runEval(options: RunEvalOptions, controls: Controls = {}): Promise<RunEvalResult> {
  return await evaluateCampaign<RunEvalResult>(
    options,
    controls,
    async ({ result, ledger, judgingLedger, folder }) => ({
      status: "done",
      report: { ...composeCampaignReport(result), spending: spendingOf(ledger) },
      stopped: ledger.stopReason(),
      judgingStopped: judgingLedger.stopReason(),
      folder,
    }),
    options.only === "failed" ? (opened, evaluation) => narrowToFailed(opened, evaluation, controls) : undefined,
  );
}

async function narrowToFailed(
  opened: OpenedCampaign,
  evaluation: LoadedEvaluationProfile,
  controls: Controls,
): Promise<OpenedCampaign | { done: RunEvalResult }> {
  const narrowed = await failedOnly(opened, evaluation, controls);
  return "reason" in narrowed
    ? { done: { status: "nothing_to_do", report: null, reason: narrowed.reason } }
    : narrowed.campaign;
}

/** Outcome of running and judging a campaign or a part of it. */
export interface EvaluatedCampaign {
  plan: CampaignPlan;
  result: JudgedCampaign;
  store: Store;
  ledger: Ledger;
  judgingLedger: Ledger;
  /** Explanation if not every trial was run, otherwise null. */
  stopped: string | null;
  name: CampaignName;
  /** Absolute path of the judged campaign's reading files. */
  folder: string;
}

/** Selects some of a campaign's trials, or explains why there are none. */
type Narrow<Done> = (
  opened: OpenedCampaign,
  evaluation: LoadedEvaluationProfile,
) => Promise<OpenedCampaign | { done: Done }>;

/** Runs and judges what is missing; the caller turns the outcome into a result. */
export async function evaluateCampaign<Done>(
  options: RunEvalOptions & Partial<ShardOptions>,
  controls: Controls,
  conclude: (evaluated: EvaluatedCampaign) => Promise<Done>,
  narrow: Narrow<Done> = async (opened) => opened,
): Promise<Done | Interrupted> {
  // Load it first, to report mistakes before any run is paid for.
  const evaluation = await loadEvaluation(options, controls);
  const keepLookalikes = !evaluation.profile.security_policy.redact_secrets;
  const opened = await openCampaign({ ...options, keepLookalikes }, controls, { mayWrite: true });
  try {
    const meant = await narrow(opened, evaluation);
    if ("done" in meant) return meant.done;
    return await withWritableStore(opened.store.outputs, opened.gateways, () =>
      runAndJudge(meant, evaluation, options, controls, conclude),
    );
  } finally {
    await opened.close();
  }
}

async function runAndJudge<Done>(
  opened: OpenedCampaign,
  evaluation: LoadedEvaluationProfile,
  options: RunEvalOptions,
  controls: Controls,
  conclude: (evaluated: EvaluatedCampaign) => Promise<Done>,
): Promise<Done | Interrupted> {
  const { config, store } = opened;
  const { onEvent } = controls;
  const runners = openRunners(opened, controls, options);
  await refuseLesserSandbox(options, runners);
  const damage = collectDamageWarnings(store, onEvent);
  const hear = (event: AssayEvent) => (event.type === "warning" ? damage.warn(event.message) : onEvent?.(event));
  const judging = composeEvaluateOptions(opened, evaluation, runners.chooseSandbox);
  await refuseUnreachableJudges(opened, judging);
  const ledger = openCampaignLedger(opened, options);
  const judgingLedger = openLedger({
    maxCostUsd: options.maxJudgingCostUsd ?? null,
    account: temporaryAccount(ledger.pricing),
  });
  const onWait = announceWaitOnce(onEvent);
  // When results cannot be stored, abort everything: work in flight could not be stored either.
  const failed = new AbortController();
  const alsoFailed = (other: AbortSignal | undefined) =>
    other ? AbortSignal.any([other, failed.signal]) : failed.signal;
  const [noNewWork, signal] = [alsoFailed(controls.noNewWork), alsoFailed(controls.signal)];
  const judged = await openEvaluation({
    ...judging,
    mode: "judge",
    force: options.force,
    files: options.files,
    ledger: ledgersTogether(ledger, judgingLedger),
    noNewWork,
    signal,
    onWait,
    onEvent: plainJudgingEvents(hear),
    onFailure: () => failed.abort(),
  });
  if (!judged.ok) throw judged.error;
  let storedUsd = 0;
  // Judges' answers are stored as they arrive, and runs as they finish.
  const interrupted = (): Interrupted => ({
    status: "interrupted",
    report: null,
    spending: spendingOf(ledger, judgingLedger.paidUsd() + storedUsd),
  });
  try {
    const ran = await runCampaign(config, {
      ...opened.planOptions,
      ...runners,
      files: options.files,
      noNewWork,
      signal,
      onWait,
      onEvent: plainRunEvents(hear),
      ledger,
      onPlan: ({ trials }) => judged.evaluation.plan(trials),
      onReady(ready) {
        if (ready.source === "executed") storedUsd += costOfRun(ready.run.facts);
        judged.evaluation.take(ready.number, ready);
      },
      keepOutcomes: false,
    });
    if (!ran.ok && controls.noNewWork?.aborted) return interrupted();
    if (!ran.ok) throw ran.error;
    if (ran.stopped?.kind === "store_error") throw new StorageError(ran.stopped.message, { outputs: store.outputs });
    for (const { number, outcome } of ran.leftOut)
      judged.evaluation.take(number, { planned: outcome.planned, run: null, reason: "not run" });
    const result = damage.addTo(await judged.evaluation.finish());
    ledger.close();
    await store.flush();
    if (controls.noNewWork?.aborted || controls.signal?.aborted) return interrupted();
    const stopped = ran.stopped?.message ?? null;
    reportOmittedFiles(ran.plan, options.files, onEvent);
    const { name, folder } = judged.evaluation;
    return await conclude({ plan: ran.plan, result, store, ledger, judgingLedger, stopped, name, folder });
  } finally {
    ledger.close();
    judged.evaluation.release();
  }
}

/**
 * Refuses judges without a key before the first run is paid for, unless all answers are stored: a store can be read and aggregated again
 * without keys.
 */
async function refuseUnreachableJudges(opened: OpenedCampaign, judging: Omit<EvaluateOptions, "mode">): Promise<void> {
  const problems = judgeProblems(judgesOfProfile(judging.evaluation.profile), opened.gateways.problem);
  if (problems.length === 0) return;
  const plan = await planCampaign(opened.config, opened.planOptions);
  const everythingRan = plan.trials.every(({ decision }) => decision.action !== "run");
  if (everythingRan && !opened.planOptions.force) {
    const stored = await openEvaluation({ ...judging, mode: "read" });
    if (stored.ok) {
      for (const [number, trial] of trialsOfPlan(plan).entries()) stored.evaluation.take(number, trial);
      if ((await stored.evaluation.finish()).trials.every(isWhollyJudged)) return;
    }
  }
  throw new NotReadyError(problems);
}

function isWhollyJudged({ state, judge_runs }: TrialResult): boolean {
  return (
    state === "scored" && judge_runs.every(({ iterations }) => iterations.every(({ status }) => status === "verdict"))
  );
}
