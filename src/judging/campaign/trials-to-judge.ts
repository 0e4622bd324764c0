import type { CampaignPlan, PlannedTrial, ReadyTrial, TrialOutcome } from "../../campaign/index.ts";
import { identityOf } from "../../runners/index.ts";
import { currentRun } from "../../store/index.ts";
import { elsewhere } from "./elsewhere.ts";
import type { TrialToJudge } from "./trial-to-judge.ts";

/** A trial that has just been run, or whose run was found. */
export function readyToJudge({ planned, run, record, source }: ReadyTrial): TrialToJudge {
  return { ...known(planned), run, record, reason: null, reused: source !== "executed" };
}

/** A trial that was left out when its campaign stopped. */
export function leftOut({ planned }: TrialOutcome): TrialToJudge {
  return { ...known(planned), run: null, record: null, reason: "not run", reused: true };
}

/** The trials of a campaign as the store has them, for reading: nothing is run or adopted. */
export function trialsOfPlan({ trials, store }: CampaignPlan): TrialToJudge[] {
  return trials.map((planned) => {
    const { decision, runId } = planned;
    const stored = { ...known(planned), record: null, reused: true };
    if (decision.action !== "run") return { ...stored, run: decision.run, reason: null };
    const failed = currentRun(store, runId);
    if (failed && store.isWhole(failed)) return { ...stored, run: failed, reason: null };
    return { ...stored, run: null, reason: whyNotRun(planned, decision) };
  });
}

function whyNotRun({ gateway, trial }: PlannedTrial, { reason, ranAt }: { reason: string; ranAt?: string }): string {
  if (reason === "new") return "not run yet; `assay run-eval` runs it";
  if (ranAt === undefined) return `stale: ${reason}; \`assay run-eval\` runs it`;
  const isConfigured = (trial.model.gateway ?? trial.runProfile.gateway) !== undefined;
  return elsewhere("run", ranAt, gateway.endpoint, isConfigured);
}

function known(planned: PlannedTrial) {
  const { trial } = planned;
  return { place: planned.place, identity: identityOf(trial), loadedCase: trial.loadedCase };
}
