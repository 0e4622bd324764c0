import type { TrialResult } from "../../judging/index.ts";
import { mean } from "../../statistics/index.ts";
import type { Section } from "../statistics/sections.ts";
import type { CampaignReport } from "./campaign-report.ts";
import { deviation } from "./model-summary.ts";

/** More columns than this do not fit a terminal; models then become rows and are listed trial by trial. */
const MOST_COLUMNS = 7;
const MOST_ROWS = 60;

/** Scores case by case, one column per model. Repetitions are folded in: mean, spread and how many were scored. */
export function scoreMatrix(report: CampaignReport): Section {
  const { models, cases, trials } = report;
  if (models.length > MOST_COLUMNS) return trialList(report);
  const shown = cases.slice(0, MOST_ROWS);
  const rest = cases.length - shown.length;
  const cells = shown.map(({ case_id }) => [
    case_id,
    ...models.map(({ model_id }) =>
      cell(trials.filter((trial) => trial.case_id === case_id && trial.model_id === model_id)),
    ),
  ]);
  return {
    title: "Cases",
    table: { head: ["case", ...models.map(({ model_id }) => model_id)], rows: cells },
    lines: [
      ...(rest > 0 ? [`… and ${rest} more cases; --output json lists all`] : []),
      ...(cells.flat().some((text) => /[✓✗]/.test(text)) ? [LEGEND] : []),
    ],
  };
}

const LEGEND = "✓ passed, ✗ failed.";

function trialList({ trials }: CampaignReport): Section {
  const shown = trials.slice(0, MOST_ROWS);
  const rest = trials.length - shown.length;
  return {
    title: "Trials",
    table: {
      head: ["trial", "score", "run"],
      rows: shown.map((trial) => [
        `${trial.model_id}/${trial.case_id} #${trial.repetition}`,
        cell([trial]),
        trial.run_status ?? "–",
      ]),
    },
    lines: rest > 0 ? [`… and ${rest} more trials; --output json lists all`] : [],
  };
}

function cell(trials: TrialResult[]): string {
  const scores = trials.flatMap(({ score }) => (score === null ? [] : [score]));
  if (scores.length === 0) return trials.length === 0 ? "–" : stateWords(trials);
  const spread = deviation(scores);
  const passes = trials.filter(({ passed }) => passed !== null);
  const passed = passes.filter((trial) => trial.passed).length;
  const mark =
    passes.length === 0 ? "" : passed === passes.length ? " ✓" : passed === 0 ? " ✗" : ` ${passed}/${passes.length}`;
  const folded = spread === null ? "" : ` ±${spread.toFixed(1)}`;
  const missing = scores.length < trials.length ? ` (${scores.length} of ${trials.length})` : "";
  return `${mean(scores).toFixed(1)}${folded}${mark}${missing}`;
}

function stateWords(trials: TrialResult[]): string {
  const states = [
    ...new Set(
      trials.map(({ state, run_status }) =>
        state === "not_judged" && run_status !== "success" && run_status ? run_status : state,
      ),
    ),
  ];
  return states.map((state) => state.replaceAll("_", " ")).join(", ");
}
