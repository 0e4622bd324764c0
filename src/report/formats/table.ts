import type { batch, rubric } from "../../judging/index.ts";
import type { CampaignReport } from "../campaign/index.ts";
import type { ComparisonReport } from "../compare/index.ts";
import type {
  CaseListing,
  DoctorReport,
  StoreCheck,
  StoredCampaigns,
  SuiteDescription,
  SuiteListing,
  Validation,
} from "../listing/index.ts";
import type { PlanReport } from "../plan-report.ts";
import type { RubricReport } from "../rubric/brief-summary.ts";
import type { RunReport } from "../run-report.ts";

/** Every kind of result that a command prints. */
export interface ResultValues {
  campaign_report: CampaignReport;
  run_report: RunReport;
  plan_report: PlanReport;
  comparison: ComparisonReport;
  batch_result: batch.BatchResult;
  batch_comparison: batch.BatchComparison;
  rubric_judging: RubricReport & { manifest: rubric.RubricManifest };
  rubric_summary: RubricReport;
  cases: CaseListing;
  suites: SuiteListing;
  suite: SuiteDescription;
  validation: Validation;
  store: StoredCampaigns;
  store_check: StoreCheck;
  doctor: DoctorReport;
}
export type ResultKind = keyof ResultValues;

export type FormatName = "text" | "json" | "markdown";

export interface RenderOptions {
  colors: boolean;
}
type Renderer<Value> = (value: Value, options: RenderOptions) => string;
type Formats<Value> = Partial<Record<FormatName, () => Promise<Renderer<Value>>>>;

const json = async () => (value: unknown) => JSON.stringify(value, null, 2);

/** Text without colours: whatever was forgotten on the way, nothing in it steers the terminal. */
function plain<Value>(load: () => Promise<(value: Value) => string>): () => Promise<Renderer<Value>> {
  return async () => {
    const [{ visibleText }, render] = await Promise.all([import("../../presentation/index.ts"), load()]);
    return (value) => visibleText(render(value));
  };
}

/**
 * How each kind of result can be printed, in the order in which help lists it; `text` is the default. A new format is a file with its renderer and
 * one entry here: `--output`, its help and its errors follow.
 */
export const FORMATS: { [Kind in ResultKind]: Formats<ResultValues[Kind]> } = {
  campaign_report: {
    text: plain(async () => (await import("../campaign/render-campaign.ts")).renderCampaignText),
    json,
    markdown: async () => (await import("../campaign/render-campaign.ts")).renderCampaignMarkdown,
  },
  run_report: { text: plain(async () => (await import("../run-report-text.ts")).renderRunReport), json },
  plan_report: { text: plain(async () => (await import("../plan-report-text.ts")).renderPlanReport), json },
  comparison: {
    text: plain(async () => (await import("../compare/render.ts")).renderComparisonText),
    json: async () => (await import("../compare/render.ts")).renderComparisonJson,
    markdown: async () => (await import("../compare/render.ts")).renderComparisonMarkdown,
  },
  batch_result: {
    text: plain(async () => (await import("../batch/result-text.ts")).batchResultText),
    json,
    markdown: async () => (await import("../batch/result-text.ts")).batchResultMarkdown,
  },
  batch_comparison: {
    text: plain(async () => (await import("../batch/comparison-text.ts")).batchComparisonText),
    json,
    markdown: async () => (await import("../batch/comparison-text.ts")).batchComparisonMarkdown,
  },
  rubric_judging: { text: plain(async () => (await import("../rubric/brief-summary.ts")).briefSummary), json },
  rubric_summary: {
    text: plain(async () => (await import("../rubric/brief-summary.ts")).briefSummary),
    json:
      async () =>
      ({ summary }) =>
        JSON.stringify(summary, null, 2),
  },
  cases: { text: async () => (await import("../listing/cases-text.ts")).casesText, json },
  suites: { text: async () => (await import("../listing/suites-text.ts")).suitesText, json },
  suite: { text: async () => (await import("../listing/suites-text.ts")).suiteText, json },
  store: { text: plain(async () => (await import("../listing/store-text.ts")).storeText), json },
  store_check: { text: plain(async () => (await import("../listing/store-check-text.ts")).storeCheckText), json },
  doctor: { text: plain(async () => (await import("../listing/doctor-text.ts")).doctorText), json },
  validation: { text: async () => (await import("../listing/validation-text.ts")).validationText, json },
};

/** The formats of a kind of result, the default first. */
export function formatsOf(kind: ResultKind): FormatName[] {
  return Object.keys(FORMATS[kind]) as FormatName[];
}
