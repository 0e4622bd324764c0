import { diskProblem } from "../store/index.ts";
import { type CampaignStop, type ReadyTrial, trialName } from "./outcome.ts";
import type { CampaignPlan } from "./plan.ts";
import type { PlannedTrial } from "./planned-trial.ts";

/** The reason to stop the campaign after this trial, by the run profile's rules; null to continue. */
export function reasonToStop(
  planned: PlannedTrial,
  { run: { facts: summary }, source }: ReadyTrial,
  { fail_fast, stop_on_runner_error }: CampaignPlan["config"]["runProfile"]["execution_policy"],
): CampaignStop | null {
  if (summary.status === "success") return null;
  const what = `${trialName(planned)}: ${summary.status}${summary.failure ? `, ${summary.failure.message}` : ""}`;
  if (stop_on_runner_error && summary.failure?.unrecoverable && source === "executed")
    return { kind: "runner_error", message: what };
  return fail_fast ? { kind: "fail_fast", message: what } : null;
}

export function explainStoreError(error: unknown, trial: string): string {
  const what = diskProblem(error) ?? (error as Error).message;
  return `${trial} could not be stored: ${what}. Nothing half-written was left behind; fix this and run again.`;
}
