import type { CampaignEvent, CampaignStop, PlannedTrial } from "../campaign/index.ts";
import type { EvaluationEvent } from "../judging/index.ts";
import type { RunFacts, TrialResult } from "../records/index.ts";

/** Which trial: the ids that stand in every report. */
export interface TrialName {
  model_id: string;
  case_id: string;
  repetition: number;
}

/** What happens while trials are run, in no particular order between trials. */
export type RunEvent =
  | { type: "planned"; trials: TrialName[] }
  | { type: "trial_started"; trial: TrialName }
  | {
      type: "trial_ended";
      trial: TrialName;
      /** `reused`: it was stored. `copied`: stored under another name, with the same inputs. */
      source: "executed" | "reused" | "copied" | "not_run";
      /** Null when it was not run. */
      run: RunFacts | null;
    }
  /** With workers: how many are there, and how many jobs they have been given. */
  | { type: "workers"; workers: number; in_flight: number }
  | { type: "stopping"; because: CampaignStop["kind"]; message: string };

/** The same, and what happens while they are judged. */
export type RunEvalEvent = RunEvent | JudgingEvent;

type JudgingEvent = { type: "judging_started"; trial: TrialName } | { type: "judging_ended"; result: TrialResult };
type Warning = Extract<CampaignEvent, { type: "warning" }>;

/** Tells a listener how trials get on, as plain data without what only the stages need. */
export function plainRunEvents(onEvent: (event: RunEvent | Warning) => void = () => {}) {
  return (event: CampaignEvent) => onEvent(plainRunEvent(event));
}

/** Tells a listener how judging gets on. */
export function plainJudgingEvents(onEvent: (event: JudgingEvent | Warning) => void = () => {}) {
  return (event: EvaluationEvent) =>
    onEvent(event.type === "judging_started" ? { type: event.type, trial: nameOf(event.trial) } : event);
}

function plainRunEvent(event: CampaignEvent): RunEvent | Warning {
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
