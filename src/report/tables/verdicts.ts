import { DIMENSIONS } from "../../records/index.ts";
import { CAMPAIGN_COLUMNS, campaignCells, columnsOf, type Table } from "./column.ts";

/** One row per judge call about a trial: trial × judge run × judge repetition, even without a valid verdict. */
export const VERDICTS: Table = {
  name: "verdicts",
  columns: [
    ...CAMPAIGN_COLUMNS,
    ...columnsOf("text", { model_id: "the subject", case_id: "the case" }),
    ...columnsOf("integer", { repetition: "of the run, counted from 1" }),
    ...columnsOf("text", {
      judge_run_id: "the entry of the evaluation profile",
      judge_id: "the judge",
      judge_model: "its model string",
    }),
    ...columnsOf("integer", { judge_repetition: "within its judge run, counted from 1" }),
    ...columnsOf("text", { status: "`verdict`, `invalid`, `unanswered` or `not_asked`" }),
    ...columnsOf("boolean", { aggregated: "it counts towards the score" }),
    ...columnsOf("number", {
      score: "`overall.score`; empty without a verdict",
      ...Object.fromEntries(DIMENSIONS.map((dimension) => [dimension, `the dimension ${dimension}`])),
    }),
    ...columnsOf("integer", {
      attempts: "answers that were asked for",
      evidence_items: "pieces of evidence",
      evidence_quoting: "those that quote something",
      evidence_grounded: "those whose quotes are in what the judge was shown of the subject",
    }),
    ...columnsOf("text", { problem: "broken rules of the last attempt, or why no answer came" }),
    ...columnsOf("boolean", { reused: "the call was stored already" }),
    ...columnsOf("number", { cost_usd: "as the provider reported it" }),
    ...columnsOf("text", { call_id: "the row of the table of calls" }),
  ],
  *rows(report) {
    const campaign = campaignCells(report);
    const judges = new Map(report.judge_runs.map(({ judge_run_id, model }) => [judge_run_id, model]));
    for (const { model_id, case_id, repetition, judge_runs } of report.trials)
      for (const { judge_run_id, judge_id, iterations } of judge_runs)
        for (const iteration of iterations)
          yield {
            ...campaign,
            ...{ model_id, case_id, repetition, judge_run_id, judge_id },
            judge_model: judges.get(judge_run_id) ?? null,
            judge_repetition: iteration.repetition,
            status: iteration.status,
            aggregated: iteration.aggregated,
            score: iteration.score,
            ...Object.fromEntries(
              DIMENSIONS.map((dimension) => [dimension, iteration.dimensions?.[dimension] ?? null]),
            ),
            attempts: iteration.attempts,
            evidence_items: iteration.grounding.items,
            evidence_quoting: iteration.grounding.quoting,
            evidence_grounded: iteration.grounding.grounded,
            problem: iteration.problem,
            reused: iteration.reused,
            cost_usd: iteration.cost_usd,
            call_id: iteration.call_id,
          };
  },
};
