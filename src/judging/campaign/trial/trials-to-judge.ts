import type { CampaignPlan, PlannedTrial, ReadyTrial, TrialOutcome } from "../../../campaign/index.ts";
import { currentRun } from "../../../store/index.ts";
import { elsewhere } from "./other-endpoint.ts";
import type { TrialToJudge } from "./trial-to-judge.ts";

/** A trial that has just been run, or whose run was found. */
export function readyToJudge({ planned, run, record, source }: ReadyTrial): TrialToJudge {
  return toJudge(planned, { run, record, reason: null, reused: source !== "executed" });
}

/** A trial that was left out when its campaign stopped. */
export function leftOut({ planned }: TrialOutcome): TrialToJudge {
  return toJudge(planned, { run: null, record: null, reason: "not run", reused: true });
}

/** The trials of a campaign as the store has them, for reading: nothing is run or adopted. */
export function trialsOfPlan({ trials, store }: CampaignPlan): TrialToJudge[] {
  return trials.map((planned) => {
    const { decision, runId } = planned;
    const stored = (run: TrialToJudge["run"], reason: string | null) =>
      toJudge(planned, { run, record: null, reason, reused: true });
    if (decision.action !== "run") return stored(decision.run, null);
    const failed = currentRun(store, runId);
    return failed && store.isWhole(failed) ? stored(failed, null) : stored(null, whyNotRun(planned, decision));
  });
}

function whyNotRun({ gateway, trial }: PlannedTrial, { reason, ranAt }: { reason: string; ranAt?: string }): string {
  if (reason === "new") return "not run yet; `assay run-eval` runs it";
  if (ranAt === undefined) return `stale: ${reason}; \`assay run-eval\` runs it`;
  const isConfigured = (trial.model.gateway ?? trial.runProfile.gateway) !== undefined;
  return elsewhere("run", ranAt, gateway.endpoint, isConfigured);
}

type HowItRan = Pick<TrialToJudge, "run" | "record" | "reason" | "reused">;

function toJudge(planned: PlannedTrial, { run, record, reason, reused }: HowItRan): TrialToJudge {
  const { place, identity, question } = planned;
  return { place, identity, loadedCase: question.trial.loadedCase, run, record, reason, reused };
}
