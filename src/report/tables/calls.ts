import type { CallRecord, ChatOutcome } from "../../records/index.ts";
import { CAMPAIGN_COLUMNS, campaignCells, columnsOf, type Table, type TableRow } from "./column.ts";

/** One row per judge call, even if trials share it. */
export const CALLS: Table = {
  name: "calls",
  columns: [
    ...CAMPAIGN_COLUMNS,
    ...columnsOf("text", {
      call_id: "SHA-256 of endpoint, model, options, both messages and repetition",
      judge_run_id: "the entry of the evaluation profile that asked first",
      endpoint: "where it was asked",
      model: "the model string that was sent",
    }),
    ...columnsOf("boolean", { offline: "a program of Assay, not an LLM" }),
    ...columnsOf("integer", { judge_repetition: "within its judge run, counted from 1" }),
    ...columnsOf("text", { status: "`verdict`, `invalid` or `unanswered`" }),
    ...columnsOf("integer", {
      attempts: "answers that were asked for",
      retries: "requests that were repeated because the provider failed",
      latency_ms: "of all attempts together",
      prompt_tokens: "as reported, all attempts together",
      completion_tokens: "the same",
      cached_tokens: "the same",
      reasoning_tokens: "the same",
    }),
    ...columnsOf("number", { cost_usd: "as the provider reported it" }),
    ...columnsOf("text", {
      provider: "who served the last answer",
      response_model: "as which model",
      finish_reason: "why it ended",
      violations: "rules that the last answer broke, separated by spaces",
      problem: "why no answer came",
      system_sha256: "of the system message; `assay view` shows the text",
      user_sha256: "of the packet",
      answer: "the last answer, as the judge wrote it",
    }),
  ],
  *rows(report, records) {
    const campaign = campaignCells(report);
    const seen = new Set<string>();
    for (const { judge_runs } of report.trials)
      for (const { judge_run_id, iterations } of judge_runs)
        for (const { call_id, status } of iterations) {
          if (status === "not_asked" || seen.has(call_id)) continue;
          seen.add(call_id);
          const call = records.call(call_id);
          if (call) yield { ...campaign, call_id, judge_run_id, ...callCells(call) };
        }
  },
};

function callCells({ endpoint, model, offline, repetition, attempts, result, usage, prompt }: CallRecord): TableRow {
  const last = attempts.at(-1);
  const outcome: ChatOutcome | undefined = last?.outcome;
  const answer = outcome?.status === "answered" ? outcome : null;
  return {
    ...{ endpoint, model, offline, judge_repetition: repetition, status: result.status, attempts: attempts.length },
    retries: attempts.reduce((sum, { outcome: { retries } }) => sum + retries.length, 0),
    latency_ms: attempts.reduce((sum, { outcome: { latency_ms } }) => sum + latency_ms, 0),
    prompt_tokens: usage?.prompt_tokens ?? null,
    completion_tokens: usage?.completion_tokens ?? null,
    cached_tokens: usage?.cached_tokens ?? null,
    reasoning_tokens: usage?.reasoning_tokens ?? null,
    cost_usd: usage?.cost_usd ?? null,
    provider: answer?.provider ?? null,
    response_model: answer?.model ?? null,
    finish_reason: answer?.finish_reason ?? null,
    violations: last?.violations.map(({ rule }) => rule).join(" ") || null,
    problem: result.status === "unanswered" ? result.message : null,
    system_sha256: prompt.system_sha256,
    user_sha256: prompt.user_sha256,
    answer: answer?.message.content ?? null,
  };
}
