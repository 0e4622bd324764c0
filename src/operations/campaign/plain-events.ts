import type { CampaignEvent, PlannedTrial } from "../../campaign/index.ts";
import type { EvaluationEvent } from "../../judging/index.ts";
import type { AssayEvent, TrialName } from "../events.ts";

/** Passes on run events as plain data, without what only the stages need. */
export function plainRunEvents(onEvent: (event: AssayEvent) => void = () => {}) {
  return (event: CampaignEvent) => onEvent(plainRunEvent(event));
}

/** Passes on judging events. */
export function plainJudgingEvents(onEvent: (event: AssayEvent) => void = () => {}) {
  return (event: EvaluationEvent) =>
    onEvent(event.type === "judging_started" ? { type: event.type, trial: nameOf(event.trial) } : event);
}

function plainRunEvent(event: CampaignEvent): AssayEvent {
  switch (event.type) {
    case "planned":
      return { type: "planned", trials: event.trials.map(({ place }) => nameOf(place)) };
    case "trial_started":
      return { type: "trial_started", trial: nameOf(event.planned.place) };
    case "trial_ended": {
      const { planned, source, summary } = event.outcome;
      return { type: "trial_ended", trial: nameOf(planned.place), source, run: summary };
    }
    case "stopping":
      return { type: "stopping", because: event.stop.kind, message: event.stop.message };
    case "warning":
      return event;
  }
}

function nameOf({ model_id, case_id, repetition }: PlannedTrial["place"]): TrialName {
  return { model_id, case_id, repetition };
}
