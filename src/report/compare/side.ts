import { addTo } from "../../text/index.ts";
import type { ComparedCampaign, ComparedModel } from "./compare-campaigns.ts";

/** Scored trial of a side, with its task and criteria. */
export interface SideTrial {
  model_id: string;
  case_id: string;
  repetition: number;
  score: number;
  passed: boolean | null;
  /** The subject's input; equal texts are equal tasks. Null if unknown. */
  task: string | null;
  /** Expectations and rubric; scores under different ones are not comparable. Null if unknown. */
  yardstick: string | null;
  /** Run behind the score; null if unknown. */
  run_id: string | null;
}

/** Trial that does not count, with the reason. */
export interface LeftOutTrial {
  model_id: string;
  case_id: string;
  repetition: number;
  /**
   * `gone`: its case, model or repetition is no longer part of the campaign. `stale`: something changed since it was judged. `no_score`: it
   * was run without a score. `not_run`: it was never run. `differs`: the other side's case is different. `unreadable`: its record is
   * damaged.
   */
  why: "gone" | "stale" | "no_score" | "not_run" | "differs" | "unreadable";
  reason: string;
}

/** Side of a comparison before pairing models: current trials, and omitted ones. */
export interface CampaignSide {
  /** Long name, for headings. */
  label: string;
  /** Short name, for sentences. */
  name: string;
  /** Folder of its store: within one store, equal case ids mean the same case. */
  outputs: string;
  labels: Map<string, string>;
  trials: SideTrial[];
  left_out: LeftOutTrial[];
  judging: string[];
  /** Reason why this side could not be checked against current files, otherwise null. */
  as_stored: string | null;
}

/** Groups scores by model and case. */
export function comparedSide({
  label,
  name,
  labels,
  trials,
  left_out,
  judging,
  as_stored,
}: CampaignSide): ComparedCampaign {
  const models = new Map<string, ComparedModel>();
  const modelOf = (model_id: string): ComparedModel => {
    const known = models.get(model_id) ?? {
      model_id,
      label: labels.get(model_id) ?? model_id,
      scores: new Map<string, number[]>(),
      passes: new Map<string, boolean[]>(),
    };
    models.set(model_id, known);
    return known;
  };
  for (const { model_id, case_id, score, passed } of trials) {
    const { scores, passes } = modelOf(model_id);
    addTo(scores, case_id, score);
    passes.set(case_id, [...(passes.get(case_id) ?? []), ...(passed === null ? [] : [passed])]);
  }
  for (const { model_id, case_id, why } of left_out) {
    // Models and cases that were never run take no part.
    if (why === "gone" || why === "not_run") continue;
    const { scores } = modelOf(model_id);
    if (!scores.has(case_id)) scores.set(case_id, []);
  }
  return { label, name, models: [...models.values()], judging, left_out, as_stored };
}
