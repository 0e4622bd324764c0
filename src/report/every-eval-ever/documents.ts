import { DIMENSIONS, type ModelEntry } from "../../records/index.ts";
import { packageVersion } from "../../text/index.ts";
import type { CampaignReport } from "../campaign/campaign-report.ts";
import type { ModelSummary } from "../campaign/model-summary.ts";
import type { StoredRecords } from "../stored-records.ts";
import { llmScoring } from "./llm-scoring.ts";

/** Version of Every Eval Ever's schema (github.com/evaleval/every_eval_ever, eval.schema.json). */
const SCHEMA_VERSION = "0.2.1";

/**
 * Renders a judged campaign for Every Eval Ever: one document per line, for each subject with a score. With a single subject, the file is
 * its document.
 */
export function* everyEvalEver(report: CampaignReport, records: StoredRecords): Generator<string> {
  for (const model of report.models) {
    const summary = report.model_summaries.find(({ model_id }) => model_id === model.model_id);
    if (summary && resultsOf(report, summary, records).length > 0)
      yield `${JSON.stringify(documentOf(report, model, summary, records))}\n`;
  }
}

function documentOf(report: CampaignReport, model: ModelEntry, summary: ModelSummary, records: StoredRecords) {
  const { suite_id, run_profile_id, evaluation_profile_id } = report;
  const at = lastRunAt(report, model.model_id, records);
  const campaign = `${suite_id}/${run_profile_id}/${evaluation_profile_id}`;
  return {
    schema_version: SCHEMA_VERSION,
    evaluation_id: `${campaign}/${model.model_id}/${at}`,
    evaluation_timestamp: String(at),
    retrieved_timestamp: String(at),
    source_metadata: {
      source_name: "Assay",
      source_type: "evaluation_run",
      // Unknown to Assay; the user may fill these in.
      source_organization_name: "unknown",
      evaluator_relationship: "other",
      additional_details: { run_profile_id, evaluation_profile_id },
    },
    eval_library: { name: "assay", version: packageVersion() },
    model_info: modelInfo(model),
    evaluation_results: resultsOf(report, summary, records),
  };
}

function modelInfo({ model_id, label, model, offline, variant }: ModelEntry) {
  const slash = model.indexOf("/");
  return {
    name: label,
    id: model,
    ...(slash > 0 && { developer: model.slice(0, slash) }),
    additional_details: {
      model_id,
      ...(variant && { variant_id: variant.variant_id }),
      ...(offline && { offline: "a deterministic program of Assay, not a model" }),
    },
  };
}

type Uncertainty = Record<string, unknown>;

/** Lists the score, its dimensions, and the pass rate. */
function resultsOf(report: CampaignReport, summary: ModelSummary, records: StoredRecords) {
  const { suite_id, suite_title, statistics } = report;
  const figures = statistics.models.find(({ model_id }) => model_id === summary.model_id);
  const scale = { lower_is_better: false, score_type: "continuous", min_score: 0 };
  const judged = { ...scale, max_score: 10, ...llmScoring(report, summary.model_id, records) };
  const result = (name: string, metric_config: object, score: number, uncertainty?: Uncertainty) => ({
    evaluation_name: name,
    source_data: { source_type: "other", dataset_name: suite_id, additional_details: { title: suite_title } },
    metric_config,
    score_details: {
      score,
      details: { trials: String(summary.trials), scored: String(summary.scored) },
      ...(uncertainty && { uncertainty }),
    },
  });
  const rate = figures?.reliability?.pass_rate;
  return [
    ...(summary.score === null ? [] : [result(suite_id, judged, summary.score, uncertaintyOf(figures?.score))]),
    ...(summary.dimensions === null
      ? []
      : DIMENSIONS.map((name) => result(`${suite_id}/${name}`, judged, summary.dimensions![name]))),
    ...(rate?.kind === "mean"
      ? [result(`${suite_id}/pass_rate`, { ...scale, max_score: 1 }, rate.mean, uncertaintyOf(rate))]
      : []),
  ];
}

type Figure = CampaignReport["statistics"]["models"][number]["score"];

function uncertaintyOf(figure: Figure | undefined): Uncertainty | undefined {
  if (figure?.kind !== "mean") return undefined;
  const { standard_error, interval, cases } = figure;
  return {
    num_samples: cases,
    ...(typeof standard_error === "number" && {
      standard_error: { value: standard_error, method: "clustered by case" },
    }),
    ...(interval.kind === "interval" && {
      confidence_interval: { lower: interval.low, upper: interval.high, confidence_level: 0.95 },
    }),
  };
}

/** Returns the time of the last trial in seconds since 1970, so that equal stores give equal documents. */
function lastRunAt({ trials }: CampaignReport, modelId: string, records: StoredRecords): number {
  let last = 0;
  for (const { model_id, run_id } of trials)
    if (model_id === modelId && run_id !== null) last = Math.max(last, records.ranAt(run_id) ?? 0);
  return Math.floor(last / 1000);
}
