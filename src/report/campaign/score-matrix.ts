import type { TrialResult } from "../../records/index.ts";
import { mean, standardDeviation } from "../../statistics/index.ts";
import { formatFixed, restLine } from "../../text/presentation/index.ts";
import type { Section } from "../statistics/sections.ts";
import type { CampaignReport } from "./campaign-report.ts";
import { groupRows } from "./group-rows.ts";

/** More columns do not fit a terminal. */
export const MOST_COLUMNS = 8;
const MOST_ROWS = 60;

/**
 * Tabulates scores by case and model, transposed if that is narrower. Cells summarize repetitions: mean, spread and count. For many cases
 * and many models, shows the range of models per case instead.
 */
export function scoreMatrix(report: CampaignReport): Section {
  const { models, cases } = report;
  const modelIds = models.map(({ model_id }) => model_id);
  const groups = groupRows(cases, report.trials);
  const names = [...groups.keys()];
  const trialsAt = (name: string, model_id: string) => groups.get(name)!.filter((trial) => trial.model_id === model_id);
  if (models.length <= MOST_COLUMNS) return matrix("case", names, modelIds, trialsAt);
  if (names.length <= MOST_COLUMNS)
    return matrix("model", modelIds, names, (model_id, name) => trialsAt(name, model_id));
  return caseRanges(groups, modelIds, trialsAt);
}

const LEGEND = "✓ passed, ✗ failed.";

function matrix(
  what: "case" | "model",
  rowIds: string[],
  columnIds: string[],
  trialsAt: (row: string, column: string) => TrialResult[],
): Section {
  const rows = rowIds
    .slice(0, MOST_ROWS)
    .map((row) => [row, ...columnIds.map((column) => scoreCell(trialsAt(row, column)))]);
  return {
    id: "cases",
    title: "Cases",
    table: { head: [what, ...columnIds], rows },
    lines: [
      ...restLine(rowIds.length, MOST_ROWS, what),
      ...(rows.flat().some((text) => /[✓✗]/.test(text)) ? [LEGEND] : []),
    ],
  };
}

/** Lists each case with its mean over models, and the lowest and highest model. */
function caseRanges(
  groups: ReadonlyMap<string, TrialResult[]>,
  modelIds: string[],
  trialsAt: (name: string, model_id: string) => TrialResult[],
): Section {
  const rows = [...groups].slice(0, MOST_ROWS).map(([name, own]) => {
    const means = modelIds.flatMap((model_id) => {
      const scores = scoresOf(trialsAt(name, model_id));
      return scores.length === 0 ? [] : [{ model_id, score: mean(scores) }];
    });
    if (means.length === 0) return [name, scoreCell(own), "–", "–", "–"];
    const ranked = means.toSorted((a, b) => a.score - b.score);
    const [lowest, highest] = [ranked[0]!, ranked.at(-1)!];
    const passes = own.filter(({ passed }) => passed !== null);
    return [
      name,
      formatFixed(mean(means.map(({ score }) => score)), 1),
      `${formatFixed(lowest.score, 1)} ${lowest.model_id}`,
      `${formatFixed(highest.score, 1)} ${highest.model_id}`,
      passes.length === 0 ? "–" : `${passes.filter(({ passed }) => passed).length}/${passes.length}`,
    ];
  });
  return {
    id: "cases",
    title: "Cases",
    table: { head: ["case", "mean", "lowest", "highest", "passed"], rows },
    lines: [...restLine(groups.size, MOST_ROWS, "case"), "--output json lists every trial."],
  };
}

export function scoresOf(trials: readonly TrialResult[]): number[] {
  return trials.flatMap(({ score }) => (score === null ? [] : [score]));
}

export function scoreCell(trials: TrialResult[]): string {
  const scores = scoresOf(trials);
  const mark = passMark(trials);
  if (scores.length === 0) return trials.length === 0 ? "–" : `${describeStates(trials)}${mark}`;
  const spread = standardDeviation(scores);
  const folded = spread === null ? "" : ` ±${formatFixed(spread, 1)}`;
  const missing = scores.length < trials.length ? ` (${scores.length} of ${trials.length})` : "";
  return `${formatFixed(mean(scores), 1)}${folded}${mark}${missing}`;
}

function passMark(trials: TrialResult[]): string {
  const passes = trials.filter(({ passed }) => passed !== null);
  const passed = passes.filter((trial) => trial.passed).length;
  if (passes.length === 0) return "";
  return passed === passes.length ? " ✓" : passed === 0 ? " ✗" : ` ${passed}/${passes.length}`;
}

function describeStates(trials: TrialResult[]): string {
  const states = [
    ...new Set(
      trials.map(({ state, run_status }) =>
        state === "not_judged" && run_status !== "success" && run_status ? run_status : state,
      ),
    ),
  ];
  return states.map((state) => state.replaceAll("_", " ")).join(", ");
}
