import type { RunnerType } from "../records/index.ts";
import type { Runner } from "../runners/index.ts";
import type { SandboxChoice } from "../sandbox/index.ts";
import { createByteRedactor, createRedactor } from "../text/index.ts";
import { environmentSecrets } from "./environment-secrets.ts";
import {
  type CampaignEvent,
  type CampaignOutcome,
  type CampaignStop,
  type TrialOutcome,
  trialName,
} from "./outcome.ts";
import type { CampaignPlan, GatewaySource, PlannedTrial } from "./plan.ts";
import { openRunStore } from "./run-store.ts";
import { isReusable, type RunSummary } from "./run-summary.ts";
import { copyTrial, runTrial, type TrialSurroundings } from "./run-trial.ts";

export interface ExecuteOptions {
  gateways: GatewaySource;
  runners: Record<RunnerType, Runner>;
  /** Asked once, and only when a trial that must run offers tools. */
  chooseSandbox: () => Promise<SandboxChoice>;
  env: Record<string, string | undefined>;
  clock?: () => Date;
  /** No new trials from now on; those in flight go on. */
  noNewWork?: AbortSignal;
  /** Ends trials in flight. */
  signal?: AbortSignal;
  onEvent?: (event: CampaignEvent) => void;
}

/** Carries out a plan, `max_concurrency` trials at a time. The caller holds the campaign's lock. */
export async function executePlan(plan: CampaignPlan, options: ExecuteOptions): Promise<CampaignOutcome> {
  const { execution_policy: policy } = plan.config.runProfile;
  const { clock = () => new Date(), onEvent = () => {} } = options;
  const never = new AbortController().signal;
  const { noNewWork = never, signal = never } = options;
  onEvent({ type: "planned", trials: plan.trials });

  const secrets = [...options.gateways.secrets(), ...environmentSecrets(options.env)];
  const store = openRunStore(plan.outputs, plan.folder);
  const surroundings: TrialSurroundings = {
    store,
    runners: options.runners,
    sandbox: await sandboxFor(plan, options, onEvent),
    redact: { text: createRedactor(secrets), bytes: createByteRedactor(secrets) },
    clock,
    env: options.env,
    signal,
  };
  const outcomes: (TrialOutcome | undefined)[] = new Array(plan.trials.length);
  const executed = new Map<string, Promise<Settled | null>>();
  const storing = new Set<Promise<void>>();
  let stopped: CampaignStop | null = null;
  let next = 0;

  function stop(reason: CampaignStop): void {
    if (stopped) return;
    stopped = reason;
    onEvent({ type: "stopping", stop: reason });
  }

  /** Does what the plan says about one trial; null when it was interrupted. */
  async function settle(planned: PlannedTrial, number: number): Promise<Settled | null> {
    const { decision, trial } = planned;
    if (decision.action === "reuse") return { source: "reused", summary: decision.summary, stored: null };
    if (decision.action === "copy") {
      const copy = copyTrial(planned, decision.from, number, plan.outputs, surroundings);
      if (copy) return { source: "copied", ...copy };
    }
    // Two trials of one campaign can be the same question under two names; it is asked once.
    const twin = await executed.get(trial.run_id);
    await twin?.stored;
    if (twin && isReusable(twin.summary.status)) {
      const from = plan.trials.find((other) => other.trial.run_id === trial.run_id)!.decision.record;
      const copy = copyTrial(planned, from, number, plan.outputs, surroundings);
      if (copy) return { source: "copied", ...copy };
    }
    onEvent({ type: "trial_started", planned });
    const running = runTrial(planned, number, surroundings).then(
      (run) => run && { source: "executed" as const, ...run },
    );
    executed.set(trial.run_id, running);
    return await running;
  }

  /** Storing goes on behind the next trial, so that a slow disk does not idle the provider. */
  function keep(number: number, planned: PlannedTrial, { source, summary, stored }: Settled): Promise<void> {
    const outcome: TrialOutcome = { source, planned, summary };
    const kept = (stored ?? Promise.resolve()).then(
      () => {
        outcomes[number] = outcome;
        onEvent({ type: "trial_ended", outcome });
      },
      (error) => stop({ kind: "store_error", message: explainStoreError(error, trialName(planned)) }),
    );
    storing.add(kept);
    return kept.finally(() => storing.delete(kept));
  }

  async function work(): Promise<void> {
    while (!stopped && !noNewWork.aborted && next < plan.trials.length) {
      const number = next++;
      const planned = plan.trials[number]!;
      try {
        const settled = await settle(planned, number);
        if (!settled) continue;
        const reason = reasonToStop(planned, settled, policy);
        if (reason) stop(reason);
        const kept = keep(number, planned, settled);
        if (storing.size > policy.max_concurrency * 2) await kept;
      } catch (error) {
        stop({ kind: "store_error", message: explainStoreError(error, trialName(planned)) });
      }
    }
  }

  try {
    await Promise.all(Array.from({ length: Math.min(policy.max_concurrency, plan.trials.length) }, work));
    await Promise.all(storing);
  } finally {
    await store.close();
  }
  if (noNewWork.aborted || signal.aborted) stop({ kind: "interrupted", message: "interrupted" });
  return { outcomes: plan.trials.map((planned, at) => outcomes[at] ?? notRun(planned, stopped)), stopped };
}

/** A trial whose outcome is known; `stored` ends when it also lies on the disk. */
interface Settled {
  source: "executed" | "reused" | "copied";
  summary: RunSummary;
  stored: Promise<void> | null;
}

async function sandboxFor(
  plan: CampaignPlan,
  { chooseSandbox }: ExecuteOptions,
  onEvent: (event: CampaignEvent) => void,
): Promise<SandboxChoice> {
  const needed = plan.trials.some(
    ({ decision, fingerprint }) => decision.action === "run" && fingerprint.tools.length > 0,
  );
  if (!needed) return { ok: false, reason: "no sandbox was prepared, because no case of this campaign offers tools" };
  const choice = await chooseSandbox();
  if (!choice.ok) onEvent({ type: "warning", message: `commands of the subject will be refused: ${choice.reason}` });
  return choice;
}

function reasonToStop(
  planned: PlannedTrial,
  { summary, source }: Settled,
  { fail_fast, stop_on_runner_error }: CampaignPlan["config"]["runProfile"]["execution_policy"],
): CampaignStop | null {
  if (summary.status === "success") return null;
  const what = `${trialName(planned)}: ${summary.status}${summary.failure ? `, ${summary.failure.message}` : ""}`;
  if (stop_on_runner_error && summary.failure?.unrecoverable && source === "executed")
    return { kind: "runner_error", message: what };
  return fail_fast ? { kind: "fail_fast", message: what } : null;
}

function notRun(planned: PlannedTrial, stopped: CampaignStop | null): TrialOutcome {
  return { source: "not_run", planned, summary: null, reason: stopped?.kind ?? "interrupted" };
}

function explainStoreError(error: unknown, trial: string): string {
  const { code, message, path } = error as NodeJS.ErrnoException;
  const what =
    code === "ENOSPC" || code === "EDQUOT"
      ? "the disk is full"
      : code === "EACCES" || code === "EPERM" || code === "EROFS"
        ? `no permission to write ${path ?? "there"}`
        : message;
  return `${trial} could not be stored: ${what}. Nothing half-written was left; run again when it is solved.`;
}
