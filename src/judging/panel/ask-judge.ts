import { completeOnce } from "../../campaign/index.ts";
import {
  type ChatFailure,
  type ChatMessage,
  type ChatOutcome,
  type JudgeAttempt,
  type JudgeRecord,
  type JudgeResult,
  type NotAsked,
  sumUsage,
  type Violation,
} from "../../records/index.ts";
import { canonicalHash, redactJson, sha256 } from "../../text/index.ts";
import { type AskingSession, knownJudge } from "./asking-session.ts";
import type { Contract } from "./contract.ts";
import type { ResolvedJudge } from "./judges.ts";
import { claimCall, keepCall, readReusable } from "./stored-calls.ts";

/** Everything that determines a judge's answer. */
export interface JudgeQuestion {
  system: string;
  user: string;
  model: string;
  /** Request body fields: temperature, reasoning … */
  options: Record<string, unknown>;
  /** Counted from 1; repetitions of the same question are separate calls. */
  repetition: number;
  /** Of the two messages, computed once for all calls that share them. */
  hashes: MessageHashes;
}

export interface MessageHashes {
  system_sha256: string;
  user_sha256: string;
}

export function hashMessages({ system, user }: { system: string; user: string }): MessageHashes {
  return { system_sha256: sha256(system), user_sha256: sha256(user) };
}

export function callIdentity(question: JudgeQuestion, endpoint: string): string {
  const { model, options, repetition, hashes } = question;
  return canonicalHash({ fingerprint_version: 2, endpoint, model, options, repetition, ...hashes });
}

/** One call, as requested. */
export interface JudgeCall<Answer> {
  callId: string;
  question: JudgeQuestion;
  contract: Contract<Answer>;
  judge: ResolvedJudge;
  attempts: number;
  /** Ask even if a valid answer is stored. */
  force: boolean;
  /** Called when a request is really going to be made. */
  onSend?: () => void;
}

export interface AskedCall<Answer> {
  /** With every attempt, including an earlier command's; no attempts if nothing was ever sent. */
  record: JudgeRecord<Answer>;
  reused: boolean;
}

/**
 * Makes one judge call: asks, checks the answer against its contract, and asks again with the violations named. Returns a stored
 * answer to the same bytes without a call if it still satisfies the contract. Stores every ended call, valid or not, but reuses
 * only a verdict.
 */
export async function askJudge<Answer>(call: JudgeCall<Answer>, session: AskingSession): Promise<AskedCall<Answer>> {
  const stored = call.force ? null : readReusable(call, session);
  if (stored) return { record: stored, reused: true };
  const taken = await claimCall(call, session);
  if (taken.state === "found") return { record: taken.found, reused: true };
  if (taken.state === "interrupted") return { record: composeRecord(call, session, [], INTERRUPTED), reused: false };
  let isAnswered = false;
  try {
    const attempts: JudgeAttempt[] = [];
    const result = await askUntilValid(call, session, attempts);
    const record = composeRecord(call, session, attempts, result);
    if (isWorthStoring(record, call, session)) keepCall(record, call.question, session.store);
    isAnswered = result.status === "verdict";
    return { record, reused: false };
  } finally {
    taken.release(isAnswered);
  }
}

const INTERRUPTED: NotAsked = {
  status: "not_asked",
  message: "interrupted before it was asked",
  because: "interrupted",
};

function composeRecord<Answer>(
  { callId, question, judge }: JudgeCall<Answer>,
  session: AskingSession,
  attempts: JudgeAttempt[],
  result: JudgeResult<Answer>,
): JudgeRecord<Answer> {
  return {
    schema_version: 1,
    call_id: callId,
    endpoint: judge.gateway.endpoint,
    offline: judge.gateway.offline,
    model: question.model,
    options: knownJudge(judge, session).options,
    repetition: question.repetition,
    prompt: question.hashes,
    attempts,
    result,
    usage: sumUsage(attempts.map(({ outcome }) => (outcome.status === "answered" ? outcome.usage : null))),
  };
}

/** Adds every request that was made to `attempts`. */
async function askUntilValid<Answer>(
  call: JudgeCall<Answer>,
  session: AskingSession,
  attempts: JudgeAttempt[],
): Promise<JudgeResult<Answer>> {
  const { contract, judge, question } = call;
  const { name } = knownJudge(judge, session);
  let followUp: ChatMessage[] = [];
  let structured =
    contract.schema !== undefined && !("response_format" in question.options) && !session.plainAnswers.has(name);
  const asked = () => attempts.filter((attempt) => !attempt.structured_output_refused).length;
  while (asked() < call.attempts) {
    const answered = await requestAnswer(call, session, followUp, structured);
    if ("status" in answered) return answered;
    const { outcome, isOverLimit } = answered;
    if (outcome.status !== "answered") {
      // Structured output is optional; a provider that refuses it gets the plain question.
      const isRefused = structured && refusesStructuredOutput(outcome);
      attempts.push({ follow_up: followUp, outcome, violations: [], ...(isRefused && REFUSED) });
      if (!isRefused) return resultOfFailure(outcome, isOverLimit);
      structured = false;
      continue;
    }
    // The refusal was about structured output, not the question, so later calls skip the detour.
    if (attempts.at(-1)?.structured_output_refused) session.plainAnswers.add(name);
    const text = outcome.message.content ?? "";
    const checked = contract.check(text);
    attempts.push({ follow_up: followUp, outcome, violations: checked.ok ? [] : checked.violations });
    if (checked.ok) return { status: "verdict", answer: checked.answer, repairs: checked.repairs };
    followUp = [
      { role: "assistant", content: text },
      { role: "user", content: (contract.askAgain ?? nameViolations)(checked.violations) },
    ];
  }
  return { status: "invalid", violations: attempts.at(-1)?.violations ?? [] };
}

const REFUSED = { structured_output_refused: true } as const;

/** Makes one request, paid from a reservation of its own, unless there is a reason not to. */
async function requestAnswer<Answer>(
  { callId, question, contract, judge, onSend }: JudgeCall<Answer>,
  session: AskingSession,
  followUp: ChatMessage[],
  structured: boolean,
): Promise<{ outcome: ChatOutcome; isOverLimit: boolean } | NotAsked> {
  const { name, payer } = knownJudge(judge, session);
  const { system, user, model, options, repetition } = question;
  const refusal = whyNotAsked(name, session);
  if (refusal) return refusal;
  const reservation = await session.ledger.reserve({ ...payer, size: system.length + user.length });
  if (!reservation) return { status: "not_asked", message: session.ledger.stopReason()!, because: "cost_limit" };
  if (session.store.lost("call", callId)) session.onLostAnswer();
  onSend?.();
  const request = {
    model,
    messages: [{ role: "system" as const, content: system }, { role: "user" as const, content: user }, ...followUp],
    options: structured ? { ...options, response_format: responseFormat(contract) } : options,
    repetition,
  };
  const settings = { timeoutSeconds: judge.timeout_seconds, retries: judge.retries, signal: session.signal };
  const { outcome, isOverLimit } = await completeOnce(judge.gateway, reservation, request, settings);
  const clean = redactJson(outcome, session.redact);
  if (clean.status === "provider_error" && clean.permanent && !(structured && refusesStructuredOutput(clean)))
    session.unreachable.set(name, `not asked, because an earlier call was refused: ${clean.message}`);
  return { outcome: clean, isOverLimit };
}

function resultOfFailure({ status, message, permanent }: ChatFailure, isOverLimit: boolean): JudgeResult<never> {
  if (status === "interrupted")
    return { status: "not_asked", message, because: isOverLimit ? "cost_limit" : "interrupted" };
  return { status: "unanswered", message, permanent: status === "provider_error" && permanent };
}

function whyNotAsked(name: string, { ask, noNewWork, signal, unreachable }: AskingSession): NotAsked | null {
  if (!ask) return { status: "not_asked", message: "not asked yet", because: "reading" };
  if (noNewWork?.aborted || signal.aborted) return INTERRUPTED;
  const message = unreachable.get(name);
  return message === undefined ? null : { status: "not_asked", message, because: "unreachable" };
}

/**
 * Every ended call is stored, but never hides a paid verdict: not an interruption before any answer, nor a forced repetition that
 * failed.
 */
function isWorthStoring<Answer>(record: JudgeRecord<Answer>, call: JudgeCall<Answer>, session: AskingSession): boolean {
  if (record.attempts.every(({ outcome }) => outcome.status === "interrupted")) return false;
  return record.result.status === "verdict" || !call.force || readReusable(call, session) === null;
}

function responseFormat<Answer>(contract: Contract<Answer>) {
  return { type: "json_schema", json_schema: { ...contract.schema, strict: true } };
}

function refusesStructuredOutput({ status, http_status }: ChatFailure): boolean {
  return status === "provider_error" && (http_status === 400 || http_status === 404 || http_status === 422);
}

function nameViolations(violations: Violation[]): string {
  const list = violations.map(({ path, message }) => `- ${path ? `${path}: ` : ""}${message}`);
  return [
    "Your answer does not satisfy the contract. What is wrong with it:",
    ...list,
    "Answer again with the complete corrected JSON and nothing else.",
  ].join("\n");
}
