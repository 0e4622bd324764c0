import type { StoredJudging, TrialInCampaign, TrialRecords } from "../../../operations/index.ts";
import { type CampaignName, DIMENSIONS, type FinalResult, type RunRecord } from "../../../records/index.ts";
import { commandsFor } from "../../../report/index.ts";
import { formatCount, formatSeconds, formatUsd } from "../../../text/presentation/index.ts";
import type { EvidenceItem, JudgeCard, JudgingCard, RunCard, TrialPage } from "../../wire/index.ts";
import { letterOf } from "../figures/judge-letter.ts";
import { traceChunks } from "./trace-chunks.ts";

/** Composes a trial's page. Raw requests and answers are loaded separately. */
export function composeTrialPage(stored: TrialRecords, trial: TrialInCampaign, campaign: CampaignName): TrialPage {
  const { run, evaluation, missing } = stored;
  return {
    ...trial,
    missing,
    run: run && runCard(run, evaluation === null),
    judging: evaluation && judgingCard(evaluation),
    commands: commandsFor(campaign, trial),
  };
}

function runCard({ artifact }: RunRecord, isAlone: boolean): RunCard {
  const { status, failure, request, final_output, artifacts, trace } = artifact;
  return {
    run_id: artifact.identity.run_id,
    status,
    failure: failure?.message ?? null,
    facts: factsOf(artifact),
    messages: isAlone ? request.messages.map(({ role, content }) => ({ role, content })) : [],
    final_output: isAlone ? final_output : null,
    artifacts: artifacts.map(({ artifact_type, path, bytes }) => ({ artifact_type, path, bytes })),
    events: trace.length,
    trace_chunks: traceChunks(trace).length,
  };
}

function factsOf({ runner, request, timing, usage, provider }: RunRecord["artifact"]): RunCard["facts"] {
  const told = (usd: number | null | undefined) => (typeof usd === "number" ? formatUsd(usd) : "not reported");
  return [
    ["runner", runner],
    ["model", `${request.model}${request.offline ? " (a program, not an LLM)" : ""}`],
    ["gateway", request.gateway],
    ["started", timing.started_at],
    ["took", formatSeconds(timing.duration_ms)],
    ["waited for the model", formatSeconds(timing.latency_ms)],
    ["requests", formatCount(provider.length)],
    [
      "tokens",
      usage ? `${formatCount(usage.prompt_tokens)} in, ${formatCount(usage.completion_tokens)} out` : "not reported",
    ],
    ["cost of the run", told(usage?.cost_usd)],
  ];
}

function judgingCard({ final, packet, locate }: StoredJudging): JudgingCard {
  const { state, reason, final_score, passed, dimensions, aggregation } = final;
  return {
    state,
    reason,
    score: final_score,
    passed,
    aggregation: aggregation.method,
    dimensions:
      dimensions &&
      (Object.fromEntries(DIMENSIONS.map((name) => [name, dimensions[name].score])) as JudgingCard["dimensions"]),
    packet,
    checks: final.check_results,
    judges: final.judge_runs.map(judgeCard),
    evidence: evidenceOf(final, locate),
    warnings: final.warnings,
  };
}

function judgeCard(run: FinalResult["judge_runs"][number], index: number): JudgeCard {
  const { judge_run_id, model, offline, score, iterations } = run;
  return {
    letter: letterOf(index),
    judge_run_id,
    model,
    offline,
    score,
    iterations: iterations.map((own) => ({
      repetition: own.repetition,
      status: own.status,
      aggregated: own.aggregated,
      score: own.score,
      dimensions: own.dimensions,
      summary: own.summary,
      reason: own.reason,
      problem: own.problem,
      attempts: own.attempts,
      cost: own.cost_usd === null ? "not reported" : formatUsd(own.cost_usd),
    })),
  };
}

function evidenceOf({ judge_runs }: FinalResult, locate: StoredJudging["locate"]): EvidenceItem[] {
  return judge_runs.flatMap(({ iterations }, judge) =>
    iterations.flatMap(({ evidence }, iteration) =>
      DIMENSIONS.flatMap((dimension) =>
        (evidence?.[dimension] ?? []).map(({ text, state, references }) => ({
          judge,
          iteration,
          dimension,
          text,
          state,
          references: references.map((reference) => ({
            kind: reference.kind,
            text: reference.text,
            place: reference.found?.place ?? null,
            at: locate(reference),
            artefacts: reference.found?.artefacts ?? [],
          })),
        })),
      ),
    ),
  );
}
