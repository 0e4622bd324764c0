import type { RunEvalEvent } from "../../operations/index.ts";
import { formatFixed } from "../../presentation/index.ts";
import type { EndedItem, Progress } from "./progress.ts";

/** A row counts a model's trials, and one below it their judging, which goes on at the same time. */
const JUDGED = (modelId: string) => `${modelId}, judged`;

/** Tells a progress display what happens in a campaign. */
export function campaignProgress(progress: Progress, { judged }: { judged: boolean }): (event: RunEvalEvent) => void {
  return (event) => {
    switch (event.type) {
      case "planned": {
        const trials = new Map<string, number>();
        for (const { place } of event.trials) trials.set(place.modelId, (trials.get(place.modelId) ?? 0) + 1);
        const rows = [...trials].flatMap(([name, total]) =>
          judged
            ? [
                { name, total },
                { name: JUDGED(name), total },
              ]
            : [{ name, total }],
        );
        progress.begin(judged ? "Trials and judging" : "Trials", rows);
        break;
      }
      case "trial_started":
        progress.started(event.planned.place.modelId);
        break;
      case "trial_ended":
        progress.ended(endedTrial(event.outcome));
        break;
      case "judging_started":
        progress.started(JUDGED(event.trial.place.modelId));
        break;
      case "judging_ended":
        progress.ended(endedJudging(event.result));
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

type EventOf<Type extends RunEvalEvent["type"]> = Extract<RunEvalEvent, { type: Type }>;

const STOPPING: Record<Exclude<EventOf<"stopping">["stop"]["kind"], "interrupted">, string> = {
  fail_fast: "no new trials, a trial failed (fail_fast)",
  runner_error: "no new trials, they could not succeed either (stop_on_runner_error)",
  store_error: "no new trials, results cannot be stored",
};

function endedTrial({ planned, source, summary }: EventOf<"trial_ended">["outcome"]): EndedItem {
  const { modelId, caseId, repetition } = planned.place;
  const item = { group: modelId, name: `${modelId}/${caseId} #${repetition}` };
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

function endedJudging(result: EventOf<"judging_ended">["result"]): EndedItem {
  const { model_id, case_id, repetition, score, judging, state, reason } = result;
  return {
    group: JUDGED(model_id),
    name: `${model_id}/${case_id} #${repetition}, judged`,
    result: state !== "scored" ? "failed" : judging.calls_made > 0 ? "done" : "reused",
    detail: score === null ? (reason ?? state) : formatFixed(score, 1),
    wasStarted: true,
    costUsd: judging.new_usd,
  };
}
