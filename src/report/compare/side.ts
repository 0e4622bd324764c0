import type { ComparedCampaign, ComparedModel } from "./compare-campaigns.ts";

/** One scored trial of a side, with what it was asked and by which yardstick it was scored. */
export interface SideTrial {
  model_id: string;
  case_id: string;
  repetition: number;
  score: number;
  passed: boolean | null;
  /** What the subject was given; equal texts are equal tasks. Null when nobody can tell. */
  task: string | null;
  /** Expectations and rubric; scores by unequal ones do not mean the same. Null when nobody can tell. */
  yardstick: string | null;
  /** Which run it rests on; null when nobody can tell. */
  run_id: string | null;
}

/** A trial that does not count, and why. */
export interface LeftOutTrial {
  model_id: string;
  case_id: string;
  repetition: number;
  /**
   * `gone`: its case, model or repetition is no longer part of the campaign. `stale`: something has changed since it was judged. `no_score`: it was
   * run, and has no score. `not_run`: it was never run. `differs`: the other side's case is another one. `unreadable`: its record is damaged.
   */
  why: "gone" | "stale" | "no_score" | "not_run" | "differs" | "unreadable";
  reason: string;
}

/** One side of a comparison before models are paired: what is current, and what was left out. */
export interface CampaignSide {
  /** In full, for headings. */
  label: string;
  /** Short, for sentences. */
  name: string;
  /** Folder of its store: within one store, the same case id means the same case. */
  outputs: string;
  labels: Map<string, string>;
  trials: SideTrial[];
  left_out: LeftOutTrial[];
  judging: string[];
  /** Why nobody could look whether this side is current; null when it was looked at. */
  as_stored: string | null;
}

/** Scores by model and case, as a comparison takes them. */
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
    scores.set(case_id, [...(scores.get(case_id) ?? []), score]);
    passes.set(case_id, [...(passes.get(case_id) ?? []), ...(passed === null ? [] : [passed])]);
  }
  for (const { model_id, case_id, why } of left_out) {
    // A model or case that nobody ever ran has no part in a comparison.
    if (why === "gone" || why === "not_run") continue;
    const { scores } = modelOf(model_id);
    if (!scores.has(case_id)) scores.set(case_id, []);
  }
  return { label, name, models: [...models.values()], judging, left_out, as_stored };
}
