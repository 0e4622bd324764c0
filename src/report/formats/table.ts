import type { Calibration, GoldCheck, PairCalibration } from "../../calibration/index.ts";
import type { ImportReport } from "../../importing/index.ts";
import type { batch, ItemResult, rubric, ShownTrial } from "../../judging/index.ts";
import type { Layout } from "../../text/presentation/index.ts";
import type { CampaignReport } from "../campaign/campaign-report.ts";
import type { ComparisonReport } from "../compare/render.ts";
import type { GateReport } from "../gate/decide-gate.ts";
import type { ImportedLabels } from "../labels/imported-labels.ts";
import type { LabelListing } from "../labels/label-listing.ts";
import type { LabelStatus } from "../labels/label-status.ts";
import type { PlannedLabels } from "../labels/planned-labels.ts";
import type { CaseListing } from "../listing/cases-text.ts";
import type { DoctorReport } from "../listing/doctor-text.ts";
import type { StoreCheck } from "../listing/store-check-text.ts";
import type { StoreMerge } from "../listing/store-merge-text.ts";
import type { StoreOverview } from "../listing/store-overview-text.ts";
import type { StorePruning } from "../listing/store-pruning-text.ts";
import type { StoredCampaigns } from "../listing/store-text.ts";
import type { SuiteDescription, SuiteListing } from "../listing/suites-text.ts";
import type { Validation } from "../listing/validation-text.ts";
import type { Verification } from "../listing/verification-text.ts";
import type { WorkersListing } from "../listing/workers-text.ts";
import type { PlanReport } from "../plan-report.ts";
import type { RubricReport } from "../rubric/brief-summary.ts";
import type { RunReport } from "../run-report.ts";
import type { ShardReport } from "../shard/shard-report.ts";
import type { StoredRecords } from "../stored-records.ts";
import type { TrialListing } from "../trials/trial-listing.ts";
import { CAMPAIGN_FORMATS, type CampaignFormatName } from "./campaign-formats.ts";

/** Types of results by kind. */
export interface ResultValues {
  campaign_report: CampaignReport;
  run_report: RunReport;
  shard_report: ShardReport;
  plan_report: PlanReport;
  comparison: ComparisonReport;
  gate: GateReport;
  batch_result: batch.BatchResult;
  batch_comparison: batch.BatchComparison;
  item_result: ItemResult;
  rubric_judging: RubricReport & { manifest: rubric.RubricManifest };
  rubric_summary: RubricReport;
  cases: CaseListing;
  suites: SuiteListing;
  suite: SuiteDescription;
  validation: Validation;
  shown_trial: ShownTrial;
  trial_listing: TrialListing;
  store: StoredCampaigns;
  store_check: StoreCheck;
  store_merge: StoreMerge;
  store_overview: StoreOverview;
  store_pruning: StorePruning;
  doctor: DoctorReport;
  workers: WorkersListing;
  label_status: LabelStatus;
  label_listing: LabelListing;
  label_plan: PlannedLabels;
  label_import: ImportedLabels;
  verification: Verification;
  calibration: Calibration;
  gold_check: GoldCheck;
  pair_calibration: PairCalibration;
  import_report: ImportReport;
}
export type ResultKind = keyof ResultValues;

export type FormatName = "text" | "json" | "markdown" | CampaignFormatName;

export interface RenderOptions {
  colors: boolean;
  /** Width of the terminal for text; unlimited by default. */
  width?: number;
  /** Access to stored records; none by default. */
  records?: StoredRecords;
  /** Includes requests and answers in formats that otherwise omit them. */
  content?: boolean;
  /** Bytes already used in the target, for formats with a common limit. */
  taken?: number;
}
/** A text, or pieces rendered on demand. */
type Rendered = string | Iterable<string | Uint8Array>;
export type Renderer<Value> = (value: Value, options: RenderOptions) => Rendered;
export type Formats<Value> = Partial<Record<FormatName, () => Promise<Renderer<Value>>>>;

const json = async () => (value: unknown) => JSON.stringify(value, null, 2);

/** Renders text for a terminal, within its width, and removes any remaining control sequences. */
function plain<Value>(load: () => Promise<(value: Value, layout: Layout) => string>): () => Promise<Renderer<Value>> {
  return async () => {
    const [{ markTone: mark, paintTones, wrapLines }, render] = await Promise.all([
      import("../../text/presentation/index.ts"),
      load(),
    ]);
    return (value, { colors, width }) => paintTones(wrapLines(render(value, { width, mark }), width), colors);
  };
}

/** Renders text with colours, whose foreign parts are already escaped. */
function painted<Value>(
  load: () => Promise<(value: Value, options: RenderOptions) => string>,
): () => Promise<Renderer<Value>> {
  return async () => {
    const [{ wrapLines }, render] = await Promise.all([import("../../text/presentation/index.ts"), load()]);
    return (value, options) => wrapLines(render(value, options), options.width);
  };
}

/**
 * Formats of each kind of result, in the order of the help; `text` is the default. To add a format, write a renderer and add one entry
 * here: `--output`, its help and its errors follow.
 */
export const FORMATS: { [Kind in ResultKind]: Formats<ResultValues[Kind]> } = {
  campaign_report: {
    text: plain(async () => (await import("../campaign/render-campaign.ts")).renderCampaignText),
    json,
    markdown: async () => (await import("../campaign/render-campaign.ts")).renderCampaignMarkdown,
    ...CAMPAIGN_FORMATS,
  },
  run_report: { text: plain(async () => (await import("../run-report-text.ts")).renderRunReport), json },
  shard_report: { text: plain(async () => (await import("../shard/shard-report.ts")).shardReportText), json },
  plan_report: { text: plain(async () => (await import("../plan-report-text.ts")).renderPlanReport), json },
  comparison: {
    text: plain(async () => (await import("../compare/render.ts")).renderComparisonText),
    json: async () => (await import("../compare/render.ts")).renderComparisonJson,
    markdown: async () => (await import("../compare/render.ts")).renderComparisonMarkdown,
    "github-summary": async () => {
      const { renderComparisonSummary } = await import("../ci/step-summary.ts");
      return (value, { taken }) => renderComparisonSummary(value, taken);
    },
    "pr-comment": async () => (await import("../ci/pull-request-comment.ts")).renderComparisonComment,
  },
  gate: {
    text: plain(async () => (await import("../gate/render.ts")).renderGateText),
    json,
    markdown: async () => (await import("../gate/render.ts")).renderGateMarkdown,
    "github-summary": async () => {
      const { renderGateSummary } = await import("../ci/step-summary.ts");
      return (value, { taken }) => renderGateSummary(value, taken);
    },
    "pr-comment": async () => (await import("../ci/pull-request-comment.ts")).renderGateComment,
  },
  batch_result: {
    text: plain(async () => (await import("../batch/result-text.ts")).batchResultText),
    json,
    markdown: async () => (await import("../batch/result-markdown.ts")).batchResultMarkdown,
  },
  batch_comparison: {
    text: plain(async () => (await import("../batch/comparison-text.ts")).batchComparisonText),
    json,
    markdown: async () => (await import("../batch/comparison-markdown.ts")).batchComparisonMarkdown,
  },
  item_result: {
    text: plain(async () => (await import("../items/item-text.ts")).itemResultText),
    json,
    markdown: async () => (await import("../items/item-text.ts")).itemResultMarkdown,
  },
  rubric_judging: { text: plain(async () => (await import("../rubric/brief-summary.ts")).briefSummary), json },
  rubric_summary: {
    text: plain(async () => (await import("../rubric/brief-summary.ts")).briefSummary),
    json:
      async () =>
      ({ summary }) =>
        JSON.stringify(summary, null, 2),
  },
  cases: { text: painted(async () => (await import("../listing/cases-text.ts")).casesText), json },
  suites: { text: painted(async () => (await import("../listing/suites-text.ts")).suitesText), json },
  suite: { text: painted(async () => (await import("../listing/suites-text.ts")).suiteText), json },
  shown_trial: { text: plain(async () => (await import("../trials/shown-trial-text.ts")).shownTrialText), json },
  trial_listing: {
    text: plain(async () => (await import("../trials/listing-text.ts")).trialListingText),
    json,
    csv: async () => (await import("../trials/listing-csv.ts")).trialListingCsv,
  },
  store: { text: plain(async () => (await import("../listing/store-text.ts")).storeText), json },
  store_check: { text: plain(async () => (await import("../listing/store-check-text.ts")).storeCheckText), json },
  store_merge: { text: plain(async () => (await import("../listing/store-merge-text.ts")).storeMergeText), json },
  store_overview: {
    text: plain(async () => (await import("../listing/store-overview-text.ts")).storeOverviewText),
    json,
  },
  store_pruning: { text: plain(async () => (await import("../listing/store-pruning-text.ts")).storePruningText), json },
  doctor: { text: plain(async () => (await import("../listing/doctor-text.ts")).doctorText), json },
  workers: { text: plain(async () => (await import("../listing/workers-text.ts")).workersText), json },
  label_status: { text: plain(async () => (await import("../labels/label-status.ts")).labelStatusText), json },
  label_listing: { text: plain(async () => (await import("../labels/label-listing.ts")).labelListingText), json },
  label_plan: { text: plain(async () => (await import("../labels/planned-labels.ts")).plannedLabelsText), json },
  label_import: { text: plain(async () => (await import("../labels/imported-labels.ts")).importedLabelsText), json },
  verification: {
    text: plain(async () => (await import("../listing/verification-text.ts")).verificationText),
    json,
  },
  calibration: {
    text: plain(async () => (await import("../calibration/render-calibration.ts")).calibrationText),
    json,
    markdown: async () => (await import("../calibration/render-calibration.ts")).calibrationMarkdown,
  },
  gold_check: {
    text: plain(async () => (await import("../calibration/gold-check-text.ts")).goldCheckText),
    json,
    markdown: async () => (await import("../calibration/gold-check-text.ts")).goldCheckMarkdown,
  },
  pair_calibration: {
    text: plain(async () => (await import("../calibration/pair-text.ts")).pairCalibrationText),
    json,
    markdown: async () => (await import("../calibration/pair-text.ts")).pairCalibrationMarkdown,
  },
  import_report: {
    text: plain(async () => (await import("../listing/import-text.ts")).importText),
    json,
    markdown: async () => (await import("../listing/import-text.ts")).renderImportMarkdown,
  },
  validation: { text: painted(async () => (await import("../listing/validation-text.ts")).validationText), json },
};

/** Lists a kind's formats, the default first. */
export function formatsOf(kind: ResultKind): FormatName[] {
  return Object.keys(FORMATS[kind]) as FormatName[];
}
