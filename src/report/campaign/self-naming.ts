import type { JudgedCampaign, TrialResult } from "../../records/index.ts";
import { meanOverCases } from "../../statistics/index.ts";
import { agree, formatFixed, formatSigned, plural } from "../../text/presentation/index.ts";
import { scoresByCase } from "../statistics/score-table.ts";
import type { Section } from "../statistics/sections.ts";

/** Trials that name their own model, and each model's score with and without them. */
export interface SelfNaming {
  trials: number;
  models: {
    model_id: string;
    label: string;
    trials: number;
    named: number;
    /** Mean over cases, as in the summaries; null without scores. */
    score: number | null;
    score_without: number | null;
  }[];
}

/** Null if no trial names itself. */
export function selfNaming({ models, trials }: JudgedCampaign): SelfNaming | null {
  const named = trials.filter(({ names_itself }) => names_itself);
  if (named.length === 0) return null;
  return {
    trials: named.length,
    models: models.map(({ model_id, label }) => {
      const own = trials.filter((trial) => trial.model_id === model_id);
      const anonymous = own.filter(({ names_itself }) => !names_itself);
      return {
        model_id,
        label,
        trials: own.length,
        named: own.length - anonymous.length,
        score: scoreOf(own),
        score_without: scoreOf(anonymous),
      };
    }),
  };
}

export function selfNamingSection({ trials, models }: SelfNaming, all: number): Section {
  return {
    id: "self_naming",
    title: "Trials that name their own model",
    table: {
      head: ["model", "trials", "name themselves", "score", "score without them", "difference"],
      rows: models.map(({ label, trials: own, named, score, score_without }) => [
        label,
        String(own),
        String(named),
        formatFixed(score, 1),
        formatFixed(score_without, 1),
        score === null || score_without === null ? "–" : formatSigned(score_without - score, 1),
      ]),
    },
    lines: [
      `${trials} of ${plural(all, "trial")} ${agree(trials, "names its", "name their")} own model. Judges read [name removed] in its place, unless the task says the name too.`,
    ],
  };
}

function scoreOf(trials: TrialResult[]): number | null {
  return meanOverCases([...scoresByCase(trials).values()]);
}
