import type { CampaignPlan, PlannedTrial } from "../../../campaign/index.ts";
import { currentRun } from "../../../store/index.ts";
import { explainOtherEndpoint } from "./other-endpoint.ts";
import type { TrialToJudge } from "./trial-to-judge.ts";

/** Finds the trials of a campaign in its store, for reading: nothing is run or adopted. */
export function trialsOfPlan({ trials, store }: CampaignPlan): TrialToJudge[] {
  return trials.map((planned) => {
    const { decision, runId } = planned;
    if (decision.action !== "run") return { planned, source: "reused", run: decision.run, record: null };
    const failed = currentRun(store, runId);
    if (failed && store.isWhole(failed)) return { planned, source: "reused", run: failed, record: null };
    return { planned, run: null, reason: whyNotRun(planned, decision) };
  });
}

function whyNotRun({ gateway, trial }: PlannedTrial, { reason, ranAt }: { reason: string; ranAt?: string }): string {
  if (reason === "new") return "not run yet; `assay run-eval` runs it";
  if (ranAt === undefined) return `stale: ${reason}; \`assay run-eval\` runs it`;
  const isConfigured = (trial.model.gateway ?? trial.runProfile.gateway) !== undefined;
  return explainOtherEndpoint("run", ranAt, gateway.endpoint, isConfigured);
}
