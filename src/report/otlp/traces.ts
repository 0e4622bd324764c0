import { packageVersion } from "../../text/index.ts";
import type { CampaignReport } from "../campaign/campaign-report.ts";
import type { StoredRecords } from "../stored-records.ts";
import { judgeSpans } from "./judge-spans.ts";
import { attributesOf, idOf } from "./span.ts";
import { trialSpans } from "./trial-spans.ts";

/**
 * Renders stored runs as OpenTelemetry traces: one per trial, one OTLP/JSON request per line, like the collector's file exporter. Omits
 * requests' and answers' text unless `content` is set.
 */
export function* otlpTraces(report: CampaignReport, records: StoredRecords, content: boolean): Generator<string> {
  const { suite_id, run_profile_id, evaluation_profile_id } = report;
  const resource = {
    attributes: attributesOf({
      "service.name": "assay",
      "service.version": packageVersion(),
      "assay.suite.id": suite_id,
      "assay.run_profile.id": run_profile_id,
      "assay.evaluation_profile.id": evaluation_profile_id,
    }),
  };
  const scope = { name: "assay", version: packageVersion() };
  const seen = new Set<string>();
  for (const trial of report.trials) {
    const run = trial.run_id === null ? null : records.run(trial.run_id);
    if (!run) continue;
    const names = [suite_id, run_profile_id, evaluation_profile_id, trial.model_id, trial.case_id, trial.repetition];
    const traceId = idOf(16, ...names, trial.run_id!);
    const options = { traceId, spanId: idOf(8, traceId, "trial"), content };
    const spans = [...trialSpans(trial, run.artifact, options), ...judgeSpans(trial, records, seen, options)];
    yield `${JSON.stringify({ resourceSpans: [{ resource, scopeSpans: [{ scope, spans }] }] })}\n`;
  }
}
