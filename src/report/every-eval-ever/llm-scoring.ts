import type { CampaignReport } from "../campaign/campaign-report.ts";
import type { StoredRecords } from "../stored-records.ts";

/** Who judged, how their verdicts became one score, and the system message they were given; nothing when nobody judged. */
export function llmScoring(report: CampaignReport, modelId: string, records: StoredRecords): object {
  const { judge_runs, aggregation } = report;
  if (judge_runs.length === 0) return {};
  const aggregation_method = METHODS[aggregation.method];
  return {
    llm_scoring: {
      judges: judge_runs.map(({ judge_run_id, judge_id, model, repetitions, offline }) => ({
        model_info: { name: judge_id, id: model },
        additional_details: {
          judge_run_id,
          repetitions: String(repetitions),
          ...(offline && { offline: "a deterministic program of Assay, not a model" }),
        },
      })),
      input_prompt: systemPrompt(report, modelId, records),
      ...(aggregation_method && { aggregation_method }),
      additional_details: {
        aggregation: aggregation.method,
        ...(aggregation.pass_threshold !== null && { pass_threshold: String(aggregation.pass_threshold) }),
      },
    },
  };
}

/** Their word for ours, where they have one. */
const METHODS: Record<CampaignReport["aggregation"]["method"], string | null> = {
  median: "median",
  mean: "average",
  majority_vote: "majority_vote",
  all_pass: null,
};

/** All judge runs are given the same; it is asked of the first call that is stored. */
function systemPrompt({ trials }: CampaignReport, modelId: string, records: StoredRecords): string {
  for (const { model_id, judge_runs } of trials) {
    if (model_id !== modelId) continue;
    for (const { call_id, status } of judge_runs.flatMap(({ iterations }) => iterations)) {
      const call = status === "not_asked" ? null : records.call(call_id);
      const text = call && records.text(call.prompt.system_sha256);
      if (text) return text;
    }
  }
  return "";
}
