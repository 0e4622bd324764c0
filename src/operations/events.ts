import type { CampaignStop } from "../campaign/index.ts";
import type { WorkerEvent } from "../cluster/index.ts";
import type { Diagnostic } from "../config/index.ts";
import type { batch, rubric } from "../judging/index.ts";
import type { RunFacts, TrialResult } from "../records/index.ts";

/** Ids of a trial, as in every report. */
export interface TrialName {
  model_id: string;
  case_id: string;
  repetition: number;
}

/** Events of all operations, as plain data. docs/library.md lists the events of each operation. */
export type AssayEvent =
  /** A sentence that must reach the user. */
  | { type: "warning"; message: string }
  | { type: "note"; message: string }
  /** Warnings about usable files. */
  | { type: "diagnostics"; diagnostics: readonly Diagnostic[] }
  | { type: "planned"; trials: TrialName[] }
  | { type: "trial_started"; trial: TrialName }
  | {
      type: "trial_ended";
      trial: TrialName;
      /** `reused`: it was stored. `copied`: stored under another name, with the same inputs. */
      source: "executed" | "reused" | "copied" | "not_run";
      /** Null if it was not run. */
      run: RunFacts | null;
    }
  | { type: "judging_started"; trial: TrialName }
  | { type: "judging_ended"; result: TrialResult }
  | { type: "stopping"; because: CampaignStop["kind"]; message: string }
  /** With workers: their number, and the number of jobs given to them. */
  | { type: "workers"; workers: number; in_flight: number }
  | { type: "sample_read"; read: number }
  | { type: "sample_refused"; place: number; reason: string }
  | { type: "samples_planned"; judges: { judge_run_id: string; judgements: number }[] }
  | { type: "sample_judged"; judgement: rubric.Judgement; reused: boolean }
  | {
      type: "item_judged";
      judge_run_id: string;
      item: string;
      valid: boolean;
      reused: boolean;
      cost_usd: number | null;
    }
  | { type: "sample_collected"; place: string; sample: rubric.Sample }
  | { type: "run_left_out"; place: string; reason: string }
  | { type: "entries_read"; read: number }
  | { type: "batches_planned"; judges: { judge_id: string; model: string; batches: number }[] }
  | batch.BatchEvent
  | WorkerEvent;

/** Event of one type. */
export type EventOf<Type extends AssayEvent["type"]> = Extract<AssayEvent, { type: Type }>;
