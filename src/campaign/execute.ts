import type { Runner } from "../runners/index.ts";
import type { SandboxChoice } from "../sandbox/index.ts";
import { createByteRedactor, createRedactor } from "../text/index.ts";
import { environmentSecrets } from "./environment-secrets.ts";
import { type CampaignEvent, type CampaignResult, type CampaignStop, type TrialOutcome, trialName } from "./outcome.ts";
import type { CampaignPlan, GatewaySource, PlannedTrial } from "./plan.ts";
import { openRunStore } from "./run-store.ts";
import { isReusable, type RunSummary } from "./run-summary.ts";
import { copyTrial, runTrial, type TrialSurroundings } from "./run-trial.ts";

export interface ExecuteOptions {
  gateways: GatewaySource;
  runners: Record<"llm_probe" | "openclaw", Runner>;
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
export async function executePlan(plan: CampaignPlan, options: ExecuteOptions): Promise<CampaignResult> {
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
  const inFlight = new Map<string, Promise<RunSummary | null>>();
  let stopped: CampaignStop | null = null;
  let next = 0;

  function stop(reason: CampaignStop): void {
    if (stopped) return;
    stopped = reason;
    onEvent({ type: "stopping", stop: reason });
  }

  /** Does what the plan says about one trial; null when it was interrupted. */
  async function settle(planned: PlannedTrial, number: number): Promise<TrialOutcome | null> {
    const { decision, trial } = planned;
    if (decision.action === "reuse") return { source: "reused", planned, summary: decision.summary };
    if (decision.action === "copy") {
      const summary = await copyTrial(planned, decision.from, number, plan.outputs, surroundings);
      if (summary) return { source: "copied", planned, summary };
    }
    // Two trials of one campaign can be the same question under two names; it is asked once.
    const twin = inFlight.get(trial.run_id);
    if (twin && decision.action === "run") {
      const answered = await twin;
      const from = plan.trials.find((other) => other.trial.run_id === trial.run_id)!.decision.record;
      const copied = answered && isReusable(answered.status);
      const summary = copied ? await copyTrial(planned, from, number, plan.outputs, surroundings) : null;
      if (summary) return { source: "copied", planned, summary };
    }
    onEvent({ type: "trial_started", planned });
    const running = runTrial(planned, number, surroundings);
    inFlight.set(trial.run_id, running);
    const summary = await running;
    return summary && { source: "executed", planned, summary };
  }

  async function work(): Promise<void> {
    while (!stopped && !noNewWork.aborted && next < plan.trials.length) {
      const number = next++;
      const planned = plan.trials[number]!;
      try {
        const outcome = await settle(planned, number);
        if (!outcome) continue;
        outcomes[number] = outcome;
        onEvent({ type: "trial_ended", outcome });
        const reason = reasonToStop(outcome, policy);
        if (reason) stop(reason);
      } catch (error) {
        stop({ kind: "store_error", message: explainStoreError(error, trialName(planned)) });
      }
    }
  }

  try {
    await Promise.all(Array.from({ length: Math.min(policy.max_concurrency, plan.trials.length) }, work));
  } finally {
    store.close();
  }
  if (noNewWork.aborted || signal.aborted) stop({ kind: "interrupted", message: "interrupted" });
  return { outcomes: plan.trials.map((planned, at) => outcomes[at] ?? notRun(planned, stopped)), stopped };
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
  { planned, summary, source }: TrialOutcome,
  { fail_fast, stop_on_runner_error }: CampaignPlan["config"]["runProfile"]["execution_policy"],
): CampaignStop | null {
  if (!summary || summary.status === "success") return null;
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
