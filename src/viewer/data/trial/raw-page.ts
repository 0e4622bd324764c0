import type { TrialRecords } from "../../../operations/index.ts";
import type { JudgeAttempt } from "../../../records/index.ts";
import { formatSeconds, formatUsd } from "../../../text/presentation/index.ts";
import { chunkName, type RawPage } from "../../wire/index.ts";
import { letterOf } from "../figures/judge-letter.ts";

/** Composes everything that was sent and received, including answers that broke the contract. */
export function composeRawPage({ run, evaluation }: TrialRecords): RawPage {
  const letters = new Map(evaluation?.final.judge_runs.map(({ judge_run_id }, at) => [judge_run_id, letterOf(at)]));
  return {
    system: evaluation && chunkName("system", evaluation.system_sha256),
    user: evaluation?.user ?? null,
    calls: (evaluation?.calls ?? []).map(({ judge_run_id, judge_repetition, record }) => ({
      judge: `${letters.get(judge_run_id)} · ${judge_run_id}`,
      repetition: judge_repetition,
      attempts: record.attempts.map(attemptOf),
    })),
    settings: JSON.stringify(run?.artifact.request.execution_parameters ?? {}, null, 2),
  };
}

export function attemptOf({
  follow_up,
  outcome,
  violations,
}: JudgeAttempt): RawPage["calls"][number]["attempts"][number] {
  const isAnswer = outcome.status === "answered";
  const cost = isAnswer ? outcome.usage?.cost_usd : outcome.cost_usd;
  return {
    follow_up: follow_up.map(({ role, content }) => `${role}: ${content ?? ""}`),
    status: outcome.status,
    answer: isAnswer ? (outcome.message.content ?? "") : outcome.message,
    violations: violations.map(({ rule, path, message }) => `${rule}${path ? ` at ${path}` : ""}: ${message}`),
    facts: `${formatSeconds(outcome.latency_ms)}${typeof cost === "number" ? `, ${formatUsd(cost)}` : ""}`,
  };
}
