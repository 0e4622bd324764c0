import type { TrialResult } from "../../records/index.ts";
import { mean } from "../../statistics/index.ts";
import { addTo } from "../../text/index.ts";
import { plural } from "../../text/presentation/index.ts";
import type { Section } from "../statistics/sections.ts";
import type { CampaignReport } from "./campaign-report.ts";
import { groupRows } from "./group-rows.ts";
import { MOST_COLUMNS, scoreCell, scoresOf } from "./score-matrix.ts";

/** Enough to see what goes wrong; the JSON contains the rest. */
const MOST_DATASET_ROWS = 10;

/** Lists the worst rows of each dataset, to show where to look. */
export function datasetSections(report: CampaignReport): Section[] {
  const rowsOf = new Map<string, string[]>();
  for (const { case_id, dataset_case_id: id } of report.cases) if (id !== undefined) addTo(rowsOf, id, case_id);
  if (rowsOf.size === 0) return [];
  const withoutDatasets = report.cases.map(({ dataset_case_id: _, ...entry }) => entry);
  const trials = groupRows(withoutDatasets, report.trials);
  const modelIds = report.models.map(({ model_id }) => model_id);
  return [...rowsOf]
    .filter(([, rows]) => rows.length > 1)
    .map(([id, rows]) => {
      const worst = rows
        .map((case_id) => ({ case_id, own: trials.get(case_id)!, went: howItWent(trials.get(case_id)!) }))
        .sort((a, b) => a.went - b.went)
        .slice(0, MOST_DATASET_ROWS);
      const columns = modelIds.length <= MOST_COLUMNS ? modelIds : [];
      const rest = rows.length - worst.length;
      return {
        id: "dataset_rows" as const,
        title: rest > 0 ? `Rows of ${id}, lowest first` : `Rows of ${id}`,
        table: {
          head: ["row", ...(columns.length > 0 ? columns : ["all models"])],
          rows: worst.map(({ case_id, own }) => [
            case_id,
            ...(columns.length > 0
              ? columns.map((model_id) => scoreCell(own.filter((trial) => trial.model_id === model_id)))
              : [scoreCell(own)]),
          ]),
        },
        lines: rest > 0 ? [`… and ${plural(rest, "more row")}; --output json lists every trial`] : [],
      };
    });
}

/** Returns the mean score, or else the share of passes. Trials with neither come first, as they need attention. */
function howItWent(trials: readonly TrialResult[]): number {
  const scores = scoresOf(trials);
  if (scores.length > 0) return mean(scores);
  const decided = trials.filter(({ passed }) => passed !== null);
  return decided.length === 0 ? -1 : decided.filter(({ passed }) => passed).length / decided.length;
}
