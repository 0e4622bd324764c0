import type { RunArtifact, TraceEvent } from "../../records/index.ts";
import { wellFormed } from "../../text/index.ts";
import { GEN_AI } from "./names.ts";
import { providerName } from "./provider-name.ts";
import { attributesOf, idOf, KIND, nanoseconds, type OtlpSpan, type SpanOptions, STATUS_ERROR } from "./span.ts";

/**
 * Returns a run's requests to its model and tools. Runs record when something arrived, so a request is taken to begin with the previous
 * event.
 */
export function stepSpans(artifact: RunArtifact, options: SpanOptions): OtlpSpan[] {
  return [...requestSpans(artifact, options), ...toolSpans(artifact, options)];
}

function requestSpans(artifact: RunArtifact, { traceId, spanId }: SpanOptions): OtlpSpan[] {
  const { trace, request, provider, timing } = artifact;
  const start = Date.parse(timing.started_at);
  const answers = firstOfTurns(trace);
  return answers.map(({ event, before }, index) => {
    // One entry per request; if an agent made additional ones, they cannot be matched to turns.
    const answered = provider.length === answers.length ? provider[index] : undefined;
    return {
      traceId,
      spanId: idOf(8, spanId, "chat", index),
      parentSpanId: spanId,
      name: `chat ${request.model}`,
      kind: KIND.client,
      startTimeUnixNano: nanoseconds(start + before),
      endTimeUnixNano: nanoseconds(start + event.at_ms),
      attributes: attributesOf({
        [GEN_AI.operation]: "chat",
        [GEN_AI.provider]: providerName(answered?.name ?? null, request.gateway),
        [GEN_AI.requestModel]: request.model,
        [GEN_AI.responseModel]: answered?.model,
        [GEN_AI.finishReasons]: answered?.finish_reason ? [answered.finish_reason] : null,
        "assay.turn": event.turn,
      }),
    };
  });
}

/** Finds the model's first output in each turn, with the time of the event before it. */
function firstOfTurns(trace: readonly TraceEvent[]): { event: TraceEvent; before: number }[] {
  const found: { event: TraceEvent; before: number }[] = [];
  let turn = 0;
  for (const [index, event] of trace.entries()) {
    if (event.turn <= turn || !isAnswer(event)) continue;
    turn = event.turn;
    found.push({ event, before: trace[index - 1]?.at_ms ?? 0 });
  }
  return found;
}

function isAnswer(event: TraceEvent): boolean {
  return (
    event.kind === "tool_call" ||
    event.kind === "final_output" ||
    (event.kind === "message" && event.role === "assistant")
  );
}

function toolSpans({ trace, timing }: RunArtifact, { traceId, spanId, content }: SpanOptions): OtlpSpan[] {
  const start = Date.parse(timing.started_at);
  const results = trace.filter((event) => event.kind === "tool_result");
  return trace
    .filter((event) => event.kind === "tool_call")
    .map((call, index) => {
      const result = results.find(({ tool_call_id }) => tool_call_id === call.tool_call_id);
      const failed = result?.status === "error";
      return {
        traceId,
        spanId: idOf(8, spanId, "tool", index),
        parentSpanId: spanId,
        name: wellFormed(`execute_tool ${call.tool_name}`),
        kind: KIND.internal,
        startTimeUnixNano: nanoseconds(start + call.at_ms),
        endTimeUnixNano: nanoseconds(start + Math.max(call.at_ms, result?.at_ms ?? call.at_ms)),
        attributes: attributesOf({
          [GEN_AI.operation]: "execute_tool",
          [GEN_AI.toolName]: call.tool_name,
          [GEN_AI.toolCallId]: call.tool_call_id,
          [GEN_AI.toolType]: "function",
          [GEN_AI.toolArguments]: content ? call.arguments : null,
          [GEN_AI.toolResult]: content ? result?.content : null,
          "error.type": failed ? "tool_error" : null,
        }),
        ...(failed && { status: { code: STATUS_ERROR } }),
      };
    });
}
