import type { CallRecord, TrialResult } from "../../records/index.ts";
import { wellFormed } from "../../text/index.ts";
import type { StoredRecords } from "../stored-records.ts";
import { GEN_AI } from "./names.ts";
import { providerName } from "./provider-name.ts";
import { attributesOf, idOf, KIND, nanoseconds, type OtlpSpan, type SpanOptions, STATUS_ERROR } from "./span.ts";

/** Returns the judge calls about a trial. A call shared by several trials is in the first. */
export function judgeSpans(
  { judge_runs }: TrialResult,
  records: StoredRecords,
  seen: Set<string>,
  options: SpanOptions,
): OtlpSpan[] {
  return judge_runs.flatMap(({ judge_run_id, iterations }) =>
    iterations.flatMap(({ call_id, status }) => {
      if (status === "not_asked" || seen.has(call_id)) return [];
      seen.add(call_id);
      const call = records.call(call_id);
      const at = records.calledAt(call_id);
      return call && at !== null ? [judgeSpan(call, at, judge_run_id, options)] : [];
    }),
  );
}

/** @param at time at which it was stored, just after the last answer */
function judgeSpan(
  call: CallRecord,
  at: number,
  judgeRunId: string,
  { traceId, spanId, content }: SpanOptions,
): OtlpSpan {
  const last = call.attempts.at(-1)?.outcome;
  const answer = last?.status === "answered" ? last : null;
  const took = call.attempts.reduce((sum, { outcome }) => sum + outcome.latency_ms, 0);
  const isVerdict = call.result.status === "verdict";
  return {
    traceId,
    spanId: idOf(8, spanId, "judge", call.call_id),
    parentSpanId: spanId,
    name: `chat ${call.model}`,
    kind: KIND.client,
    startTimeUnixNano: nanoseconds(at - took),
    endTimeUnixNano: nanoseconds(at),
    attributes: attributesOf({
      [GEN_AI.operation]: "chat",
      [GEN_AI.provider]: providerName(answer?.provider ?? null, call.endpoint),
      [GEN_AI.requestModel]: call.model,
      [GEN_AI.responseModel]: answer?.model,
      [GEN_AI.finishReasons]: answer?.finish_reason ? [answer.finish_reason] : null,
      [GEN_AI.inputTokens]: call.usage?.prompt_tokens,
      [GEN_AI.outputTokens]: call.usage?.completion_tokens,
      [GEN_AI.outputMessages]: content && answer?.message.content ? judged(answer.message.content) : null,
      "assay.judge_run.id": judgeRunId,
      "assay.call.id": call.call_id,
      "assay.call.cost_usd": call.usage?.cost_usd,
      "error.type": isVerdict ? null : call.result.status,
    }),
    ...(!isVerdict && { status: { code: STATUS_ERROR } }),
  };
}

function judged(content: string): string {
  return JSON.stringify([{ role: "assistant", parts: [{ type: "text", content: wellFormed(content) }] }]);
}
