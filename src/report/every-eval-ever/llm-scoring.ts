import type { CampaignReport } from "../campaign/campaign-report.ts";
import type { StoredRecords } from "../stored-records.ts";

/** Describes judges, aggregation and the system message; nothing without judges. */
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

/** Their name for each of our methods, if there is one. */
const METHODS: Record<CampaignReport["aggregation"]["method"], string | null> = {
  median: "median",
  mean: "average",
  majority_vote: "majority_vote",
  all_pass: null,
};

/** Reads the system message, common to all judge runs, from the first stored call. */
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
