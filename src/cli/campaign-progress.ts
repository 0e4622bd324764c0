import {
  type CampaignEvent,
  type CampaignStop,
  groupByModel,
  type TrialOutcome,
  trialName,
} from "../campaign/index.ts";
import type { EndedItem, Progress } from "./progress.ts";

/** Tells a progress display what happens in a campaign: one row per model. */
export function campaignProgress(progress: Progress): (event: CampaignEvent) => void {
  return (event) => {
    switch (event.type) {
      case "planned": {
        const byModel = groupByModel(event.trials, (planned) => planned);
        progress.begin(
          "Trials",
          [...byModel].map(([name, trials]) => ({ name, total: trials.length })),
        );
        break;
      }
      case "trial_started":
        progress.started(event.planned.place.modelId);
        break;
      case "trial_ended":
        progress.ended(endedItem(event.outcome));
        break;
      case "warning":
        progress.note(`warning: ${event.message}`);
        break;
      case "stopping":
        if (event.stop.kind !== "interrupted") progress.note(`${STOPPING[event.stop.kind]}: ${event.stop.message}`);
        break;
    }
  };
}

const STOPPING: Record<Exclude<CampaignStop["kind"], "interrupted">, string> = {
  fail_fast: "no new trials, a trial failed (fail_fast)",
  runner_error: "no new trials, they could not succeed either (stop_on_runner_error)",
  store_error: "no new trials, results cannot be stored",
};

function endedItem({ planned, source, summary }: TrialOutcome): EndedItem {
  const item = { group: planned.place.modelId, name: trialName(planned) };
  if (!summary) return { ...item, result: "failed", detail: "not run" };
  const { status, cost_usd, duration_ms, failure } = summary;
  return {
    ...item,
    result: source !== "executed" ? "reused" : status === "success" ? "done" : "failed",
    detail: failure ? `${status} (${failure.message})` : status,
    costUsd: cost_usd,
    durationMs: duration_ms,
  };
}
