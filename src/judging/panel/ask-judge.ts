import type { Gateway } from "../../gateway/index.ts";
import {
  type ChatMessage,
  type JudgeAttempt,
  type JudgeRecord,
  type JudgeResult,
  sumUsage,
  type Violation,
} from "../../records/index.ts";
import type { TakeOptions } from "../../store/index.ts";
import { canonicalHash, type Redactor, redactJson, sha256 } from "../../text/index.ts";
import type { Contract } from "./contract.ts";
import { type CallKeeper, keepCall, readReusable, takeQuestion } from "./stored-calls.ts";

/** Everything that determines a judge's answer. */
export interface JudgeQuestion {
  system: string;
  user: string;
  model: string;
  /** Request body fields: temperature, reasoning … */
  options: Record<string, unknown>;
  /** Counted from 1; repetitions of the same question are calls of their own. */
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

export interface AskOptions {
  gateway: Gateway;
  /** Who is behind the gateway, where that was made for this one call: what a provider refuses is remembered by this. */
  provider?: Gateway;
  /** The identity of the call, where the caller has it already. */
  callId?: string;
  store: CallKeeper;
  /** Takes secrets out of an answer before anything else reads it, since a judge may repeat what nobody knew it had seen, and out of stored options. */
  redact: Redactor;
  attempts: number;
  timeoutSeconds: number;
  retries: number;
  /** Ask even if a valid answer is stored. */
  force?: boolean;
  /** How to wait while another process asks the same; left out where nothing is paid for, so that nobody need wait. */
  claim?: TakeOptions;
  signal?: AbortSignal;
  /** Called before anything is paid for; false or a reason leaves the question unasked. Not called for stored answers. */
  mayAsk?: () => Promise<boolean | string> | boolean | string;
}

/**
 * One judge call: ask, hold the answer to its contract, and ask again with the violations named. A stored answer to the
 * same bytes that still satisfies the contract is returned without a call. Every ended call is stored, valid or not,
 * but only a verdict is ever reused.
 */
export async function askJudge<Answer>(
  question: JudgeQuestion,
  contract: Contract<Answer>,
  options: AskOptions,
): Promise<{ record: JudgeRecord<Answer>; reused: boolean }> {
  const callId = options.callId ?? callIdentity(question, options.gateway.endpoint);
  if (!options.force) {
    const stored = readReusable(callId, contract, options);
    if (stored) return { record: stored, reused: true };
  }
  const taken = await takeQuestion(callId, contract, options);
  if (taken.state === "found") return { record: taken.found, reused: true };
  if (taken.state === "interrupted") return { record: recordOf(question, callId, options, NOT_ASKED), reused: false };
  let isAnswered = false;
  try {
    const record = recordOf(question, callId, options, await converse(question, contract, options));
    if (isWorthStoring(record, contract, options)) keepCall(record, question, options.store);
    isAnswered = record.result.status === "verdict";
    return { record, reused: false };
  } finally {
    taken.release(isAnswered);
  }
}

interface Conversation<Answer> {
  attempts: JudgeAttempt[];
  result: JudgeResult<Answer>;
}

const NOT_ASKED: Conversation<never> = {
  attempts: [],
  result: {
    status: "unanswered",
    message: "interrupted before it was asked",
    permanent: true,
    interrupted: true,
  },
};

function recordOf<Answer>(
  question: JudgeQuestion,
  callId: string,
  { gateway, redact }: AskOptions,
  { attempts, result }: Conversation<Answer>,
): JudgeRecord<Answer> {
  return {
    schema_version: 1,
    call_id: callId,
    endpoint: gateway.endpoint,
    offline: gateway.offline,
    model: question.model,
    // The identity is the hash of what is sent; what is stored may be read by anyone.
    options: redactJson(question.options, redact),
    repetition: question.repetition,
    prompt: question.hashes,
    attempts,
    result,
    usage: sumUsage(attempts.map(({ outcome }) => (outcome.status === "answered" ? outcome.usage : null))),
  };
}

export function callIdentity(question: JudgeQuestion, endpoint: string): string {
  const { model, options, repetition, hashes } = question;
  return canonicalHash({ fingerprint_version: 2, endpoint, model, options, repetition, ...hashes });
}

/** Models that answer a plain question but refused one with structured output, by the gateway they were asked through. */
const refusedStructuredOutput = new WeakMap<Gateway, Set<string>>();

async function converse<Answer>(
  question: JudgeQuestion,
  contract: Contract<Answer>,
  { gateway, provider = gateway, redact, attempts: limit, timeoutSeconds, retries, signal, mayAsk }: AskOptions,
): Promise<Conversation<Answer>> {
  const opening: ChatMessage[] = [
    { role: "system", content: question.system },
    { role: "user", content: question.user },
  ];
  const attempts: JudgeAttempt[] = [];
  let followUp: ChatMessage[] = [];
  const refusals = refusedStructuredOutput.get(provider) ?? new Set<string>();
  refusedStructuredOutput.set(provider, refusals);
  let structured =
    contract.schema !== undefined && !("response_format" in question.options) && !refusals.has(question.model);
  const asked = () => attempts.filter((attempt) => !attempt.structured_output_refused).length;
  while (asked() < limit) {
    const allowed = mayAsk ? await mayAsk() : true;
    if (allowed !== true) {
      const message = allowed === false ? "not asked: the cost limit would be crossed" : allowed;
      return { attempts, result: { status: "unanswered", message, permanent: true, interrupted: true } };
    }
    const said = await gateway.complete(
      {
        model: question.model,
        messages: [...opening, ...followUp],
        options: structured ? { ...question.options, response_format: responseFormat(contract) } : question.options,
        repetition: question.repetition,
      },
      { timeoutSeconds, retries, signal },
    );
    const outcome = redactJson(said, redact);
    if (outcome.status !== "answered") {
      if (structured && outcome.status === "provider_error" && refusesStructuredOutput(outcome.http_status)) {
        // Asking for structured output is a courtesy; a provider that does not take it gets the plain question.
        structured = false;
        attempts.push({ follow_up: followUp, outcome, violations: [], structured_output_refused: true });
        continue;
      }
      attempts.push({ follow_up: followUp, outcome, violations: [] });
      const interrupted = outcome.status === "interrupted";
      const permanent = outcome.status === "provider_error" && outcome.permanent;
      return { attempts, result: { status: "unanswered", message: outcome.message, permanent, interrupted } };
    }
    // It was the structured output that was refused, not the question: spare the next calls the detour.
    if (attempts.at(-1)?.structured_output_refused) refusals.add(question.model);
    const text = outcome.message.content ?? "";
    const checked = contract.check(text);
    attempts.push({ follow_up: followUp, outcome, violations: checked.ok ? [] : checked.violations });
    if (checked.ok)
      return { attempts, result: { status: "verdict", answer: checked.answer, repairs: checked.repairs } };
    followUp = [
      { role: "assistant", content: text },
      { role: "user", content: (contract.askAgain ?? nameViolations)(checked.violations) },
    ];
  }
  return { attempts, result: { status: "invalid", violations: attempts.at(-1)?.violations ?? [] } };
}

/**
 * Every ended call is kept, but nothing may hide a verdict that was paid for: neither an interruption before anything came back, nor
 * a forced repetition that failed.
 */
function isWorthStoring<Answer>(record: JudgeRecord<Answer>, contract: Contract<Answer>, options: AskOptions): boolean {
  if (record.attempts.every(({ outcome }) => outcome.status === "interrupted")) return false;
  return (
    record.result.status === "verdict" || !options.force || readReusable(record.call_id, contract, options) === null
  );
}

function responseFormat<Answer>(contract: Contract<Answer>) {
  return { type: "json_schema", json_schema: { ...contract.schema, strict: true } };
}

function refusesStructuredOutput(httpStatus: number | null): boolean {
  return httpStatus === 400 || httpStatus === 404 || httpStatus === 422;
}

function nameViolations(violations: Violation[]): string {
  const list = violations.map(({ path, message }) => `- ${path ? `${path}: ` : ""}${message}`);
  return [
    "Your answer does not satisfy the contract. What is wrong with it:",
    ...list,
    "Answer again with the complete corrected JSON and nothing else.",
  ].join("\n");
}
