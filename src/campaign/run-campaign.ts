import { accessSync, constants, mkdirSync } from "node:fs";
import { dirname, relative } from "node:path";
import type { CampaignConfig } from "../config/index.ts";
import {
  InterruptedError,
  LockedError,
  NotReadyError,
  type OperationError,
  StoreNotWritableError,
} from "../errors/index.ts";
import { campaignLock, diskProblem, type LockHolder, removeLeftovers, takeLock } from "../store/index.ts";
import { type ExecuteOptions, executePlan } from "./execute-plan.ts";
import { nameOfRuns } from "./identity.ts";
import type { CampaignOutcome } from "./outcome.ts";
import type { CampaignPlan, PlanOptions } from "./plan.ts";
import { planCampaign } from "./plan-campaign.ts";

export type CampaignRun =
  | ({ ok: true; plan: CampaignPlan } & CampaignOutcome)
  /** Nothing was started: keys or the image are missing, another process holds the lock, or outputs/ is not writable. */
  | { ok: false; error: OperationError };

export type RunCampaignOptions = PlanOptions &
  ExecuteOptions & {
    /** Called with the plan before the first trial is run. */
    onPlan?: (plan: CampaignPlan) => void;
  };

/** Plans and executes a campaign under its lock. Reports every problem that can be found beforehand before the first request. */
export async function runCampaign(config: CampaignConfig, options: RunCampaignOptions): Promise<CampaignRun> {
  const { outputs } = options.store;
  const lockFile = campaignLock(outputs, nameOfRuns(config));
  const unwritable = whyUnwritable(dirname(lockFile));
  if (unwritable) return { ok: false, error: new StoreNotWritableError(unwritable, { outputs }) };
  const locked = takeLock(lockFile);
  if (!locked.ok) {
    const { pid, host } = locked.holder;
    return {
      ok: false,
      error: new LockedError(explainHolder(relative(outputs, lockFile), locked.holder), { pid, host }),
    };
  }
  try {
    if (locked.dead) removeLeftovers(locked.dead, [dirname(lockFile)]);
    options.store.refresh();
    const plan = await planCampaign(config, options, { mayPull: true });
    if (plan.problems.length > 0) {
      const isAborted = options.noNewWork?.aborted || options.signal?.aborted;
      const sentence = plan.problems.join("\n");
      return { ok: false, error: isAborted ? new InterruptedError(sentence, {}) : new NotReadyError(plan.problems) };
    }
    for (const message of plan.warnings) options.onEvent?.({ type: "warning", message });
    options.onPlan?.(plan);
    return { ok: true, plan, ...(await executePlan(plan, options)) };
  } finally {
    locked.lock.release();
  }
}

function whyUnwritable(folder: string): string | null {
  try {
    mkdirSync(folder, { recursive: true });
    accessSync(folder, constants.W_OK);
    return null;
  } catch (error) {
    return `results cannot be written to ${folder}: ${diskProblem(error) ?? (error as Error).message}`;
  }
}

function explainHolder(file: string, { pid, host, since }: LockHolder): string {
  return (
    `process ${pid} on ${host} has been running this campaign since ${since} (outputs/${file}). ` +
    "Wait for it to end, then run again: what it finished will be reused."
  );
}
