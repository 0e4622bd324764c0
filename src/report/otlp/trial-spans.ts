import { DIMENSIONS, type RunArtifact, type TrialResult } from "../../records/index.ts";
import { inputMessages, outputMessages, systemInstructions } from "./messages.ts";
import { EVALUATION_EVENT, GEN_AI } from "./names.ts";
import { providerName } from "./provider-name.ts";
import {
  attributesOf,
  KIND,
  nanoseconds,
  type OtlpSpan,
  type SpanEvent,
  type SpanOptions,
  STATUS_ERROR,
} from "./span.ts";
import { stepSpans } from "./step-spans.ts";

/** Returns the spans of a run: the whole, and its requests to model and tools. */
export function trialSpans(trial: TrialResult, artifact: RunArtifact, options: SpanOptions): OtlpSpan[] {
  const { traceId, spanId, content } = options;
  const { request, usage, timing, failure, provider } = artifact;
  const start = Date.parse(timing.started_at);
  const end = Date.parse(timing.finished_at);
  const { temperature, top_p, max_tokens } = request.execution_parameters as Record<string, number | undefined>;
  const whole: OtlpSpan = {
    traceId,
    spanId,
    name: `invoke_agent ${trial.model_id}`,
    kind: KIND.internal,
    startTimeUnixNano: nanoseconds(start),
    endTimeUnixNano: nanoseconds(end),
    attributes: attributesOf({
      [GEN_AI.operation]: "invoke_agent",
      [GEN_AI.provider]: providerName(provider[0]?.name ?? null, request.gateway),
      [GEN_AI.agentName]: trial.model_id,
      [GEN_AI.requestModel]: request.model,
      [GEN_AI.temperature]: temperature,
      [GEN_AI.topP]: top_p,
      [GEN_AI.maxTokens]: max_tokens,
      [GEN_AI.inputTokens]: usage?.prompt_tokens,
      [GEN_AI.outputTokens]: usage?.completion_tokens,
      [GEN_AI.cachedTokens]: usage?.cached_tokens,
      ...(content && {
        [GEN_AI.systemInstructions]: systemInstructions(artifact),
        [GEN_AI.inputMessages]: inputMessages(artifact),
        [GEN_AI.outputMessages]: outputMessages(artifact),
      }),
      "assay.case.id": trial.case_id,
      "assay.repetition": trial.repetition,
      "assay.run.id": trial.run_id,
      "assay.run.status": artifact.status,
      "assay.run.cost_usd": usage?.cost_usd,
      "assay.passed": trial.passed,
      "error.type": failure === null ? null : artifact.status,
    }),
    events: evaluationEvents(trial, end, content),
    ...(failure !== null && { status: { code: STATUS_ERROR, ...(content && { message: failure.message }) } }),
  };
  return [whole, ...stepSpans(artifact, options)];
}

/** Returns score and dimensions as events of their span. */
function evaluationEvents(trial: TrialResult, at: number, content: boolean): SpanEvent[] {
  if (trial.score === null) return [];
  const event = (name: string, score: number, passed: boolean | null, explanation: string | null): SpanEvent => ({
    timeUnixNano: nanoseconds(at),
    name: EVALUATION_EVENT,
    attributes: attributesOf({
      [GEN_AI.evaluationName]: name,
      [GEN_AI.evaluationScore]: score,
      [GEN_AI.evaluationLabel]: passed === null ? null : passed ? "pass" : "fail",
      [GEN_AI.evaluationExplanation]: content ? explanation : null,
    }),
  });
  const { dimensions } = trial;
  return [
    event("overall", trial.score, trial.passed, trial.judge_reason),
    ...(dimensions === null
      ? []
      : DIMENSIONS.map((name) => event(name, dimensions[name].score, dimensions[name].passed, null))),
  ];
}
