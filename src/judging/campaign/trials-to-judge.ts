import type { CampaignPlan, PlannedTrial, ReadyTrial, TrialOutcome } from "../../campaign/index.ts";
import { identityOf } from "../../runners/index.ts";
import { currentRun } from "../../store/index.ts";
import type { TrialToJudge } from "./evaluate-trial.ts";

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
    const reason = decision.reason === "new" ? "not run yet" : `stale: ${decision.reason}`;
    return { ...stored, run: null, reason: `${reason}; \`assay run-eval\` runs it` };
  });
}

function known(planned: PlannedTrial) {
  const { trial } = planned;
  return { place: planned.place, identity: identityOf(trial), loadedCase: trial.loadedCase };
}
