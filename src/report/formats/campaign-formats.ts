import type { CampaignReport } from "../campaign/campaign-report.ts";
import type { StoredRecords } from "../stored-records.ts";
import type { Table } from "../tables/column.ts";
import type { Renderer } from "./table.ts";

type TableFormat = "csv" | "jsonl" | "parquet";

/** Formats for other programs. docs/formats.md has a section on each. */
export type CampaignFormatName =
  | "junit"
  | "github-summary"
  | "github-annotations"
  | "pr-comment"
  | TableFormat
  | `${"verdicts" | "calls"}-${TableFormat}`
  | "every-eval-ever"
  | "otlp";

type Load = () => Promise<Renderer<CampaignReport>>;

/** Renderers of a judged campaign for other programs, beside text, JSON and Markdown. */
export const CAMPAIGN_FORMATS: Record<CampaignFormatName, Load> = {
  junit: async () => (await import("../ci/junit.ts")).renderJunit,
  "github-summary": async () => {
    const { renderStepSummary } = await import("../ci/step-summary.ts");
    return (report, { taken }) => renderStepSummary(report, taken);
  },
  "github-annotations": async () => (await import("../ci/annotations.ts")).renderAnnotations,
  "pr-comment": async () => (await import("../ci/pull-request-comment.ts")).renderCampaignComment,
  ...tableFormats("", trials),
  ...tableFormats("verdicts-", async () => (await import("../tables/verdicts.ts")).VERDICTS),
  ...tableFormats("calls-", async () => (await import("../tables/calls.ts")).CALLS),
  "every-eval-ever": withRecords(async () => (await import("../every-eval-ever/documents.ts")).everyEvalEver),
  otlp: async () => {
    const [{ otlpTraces }, none] = await Promise.all([import("../otlp/traces.ts"), noRecords()]);
    return (report, { records = none, content = false }) => otlpTraces(report, records, content);
  },
};

async function trials(): Promise<Table> {
  return (await import("../tables/trials.ts")).TRIALS;
}

/** Combines a table with all table formats. */
function tableFormats<Prefix extends string>(prefix: Prefix, load: () => Promise<Table>) {
  const as = (write: () => Promise<TableWriter>): Load =>
    withRecords(async () => {
      const [table, writer] = await Promise.all([load(), write()]);
      return (report, records) => writer(table, report, records);
    });
  return {
    [`${prefix}csv`]: as(async () => (await import("../tables/csv.ts")).csvOf),
    [`${prefix}jsonl`]: as(async () => (await import("../tables/jsonl.ts")).jsonLinesOf),
    [`${prefix}parquet`]: as(async () => (await import("../tables/parquet.ts")).parquetOf),
  } as Record<`${Prefix}${TableFormat}`, Load>;
}

type Pieces = Iterable<string | Uint8Array>;
type TableWriter = (table: Table, report: CampaignReport, records: StoredRecords) => Pieces;

function withRecords(load: () => Promise<(report: CampaignReport, records: StoredRecords) => Pieces>): Load {
  return async () => {
    const [write, none] = await Promise.all([load(), noRecords()]);
    return (report, { records = none }) => write(report, records);
  };
}

async function noRecords(): Promise<StoredRecords> {
  return (await import("../stored-records.ts")).NO_RECORDS;
}
