import type { AssayEvent, EventOf } from "../../operations/index.ts";
import { formatFixed } from "../../text/presentation/index.ts";
import type { EndedItem, Progress } from "./progress.ts";

/** Separate row for judging, which runs beside a model's trials. */
const JUDGED = (modelId: string) => `${modelId}, judged`;

/** Turns campaign events into progress. */
export function campaignProgress(progress: Progress, { judged }: { judged: boolean }): (event: AssayEvent) => void {
  return (event) => {
    if (event.type === "planned") progress.begin(judged ? "Trials and judging" : "Trials", rowsOf(event, judged));
    else if (event.type === "trial_started") progress.started(event.trial.model_id);
    else if (event.type === "trial_ended") progress.ended(endedTrial(event));
    else if (event.type === "judging_started") progress.started(JUDGED(event.trial.model_id));
    else if (event.type === "judging_ended") progress.ended(endedJudging(event.result));
    else if (event.type === "workers") progress.elsewhere({ workers: event.workers, inFlight: event.in_flight });
    else if (event.type === "stopping" && event.because !== "interrupted")
      progress.note(`${STOPPING[event.because]}: ${event.message}`);
  };
}

function rowsOf({ trials }: EventOf<"planned">, judged: boolean): { name: string; total: number }[] {
  const totals = new Map<string, number>();
  for (const { model_id } of trials) totals.set(model_id, (totals.get(model_id) ?? 0) + 1);
  return [...totals].flatMap(([name, total]) =>
    judged
      ? [
          { name, total },
          { name: JUDGED(name), total },
        ]
      : [{ name, total }],
  );
}

const STOPPING: Record<Exclude<EventOf<"stopping">["because"], "interrupted">, string> = {
  fail_fast: "no new trials, a trial failed (fail_fast)",
  cost_limit: "no new trials, they might cost too much (--max-cost-usd)",
  runner_error: "no new trials, they could not succeed either (stop_on_runner_error)",
  store_error: "no new trials, results cannot be stored",
};

function endedTrial({ trial, source, run }: EventOf<"trial_ended">): EndedItem {
  const { model_id, case_id, repetition } = trial;
  const item = { group: model_id, name: `${model_id}/${case_id} #${repetition}` };
  if (!run) return { ...item, result: "failed", detail: "not run" };
  const { status, cost_usd, duration_ms, failure } = run;
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
    result: state !== "scored" && state !== "checked" ? "failed" : judging.calls_made > 0 ? "done" : "reused",
    detail: score === null ? (reason ?? state) : formatFixed(score, 1),
    wasStarted: true,
    costUsd: judging.new_usd,
  };
}
