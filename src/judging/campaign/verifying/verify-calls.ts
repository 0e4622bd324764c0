import { readCompletion } from "../../../gateway/index.ts";
import {
  type CallRecord,
  type ChatAnswer,
  type EvaluationRecord,
  type JudgeAttempt,
  type JudgeResult,
  problemOfRecord,
  sumUsage,
  type Verdict,
} from "../../../records/index.ts";
import type { Store } from "../../../store/index.ts";
import { isRecord, REDACTED } from "../../../text/index.ts";
import { plural } from "../../../text/presentation/index.ts";
import { callIdentity } from "../../panel/ask-judge.ts";
import type { Contract } from "../../panel/contract.ts";
import type { ResolvedJudge } from "../../panel/judges.ts";
import type { PanelCall } from "../../panel/panel.ts";
import { type Difference, differenceBetween } from "./difference.ts";
import type { ExpectedJudge, ExpectedJudging } from "./expected-judging.ts";
import { matchesWithMarks } from "./matches-redacted.ts";
import { textOfAnswer, usageOfAnswer } from "./usage-of-answer.ts";

/** The calls that one packet requires, as far as the store has them. */
export interface VerifiedCalls {
  calls: PanelCall<Verdict>[];
  differences: Difference[];
  missing: string[];
  /** Judges' answers that were read again. */
  answers: number;
  /** Calls whose identity can't be hashed again, because a secret was removed from their options. */
  unhashed: number;
}

type StoredIteration = EvaluationRecord["result"]["judge_runs"][number]["iterations"][number];

/**
 * Finds the calls that the campaign's settings require, by judge and repetition. Each is known by its identity, which follows
 * from the settings and the packet; the calls that the evaluation names are only compared.
 */
export function verifyCalls(
  store: Store,
  { prompt, result }: EvaluationRecord,
  judging: ExpectedJudging,
  contract: Contract<Verdict>,
): VerifiedCalls {
  const verified: VerifiedCalls = { calls: [], differences: [], missing: [], answers: 0, unhashed: 0 };
  for (const expected of judging.judges) {
    const judge = asPanelJudge(expected);
    const stored = result.judge_runs.find(({ judge_run_id }) => judge_run_id === expected.judge_run_id);
    for (let repetition = 1; repetition <= expected.repetitions; repetition += 1) {
      const named = stored?.iterations.find((iteration) => iteration.repetition === repetition);
      const call = findCall(store, expected, { prompt, repetition, named }, verified);
      if (call) verified.calls.push(readCall(judge, repetition, call, contract));
    }
  }
  return verified;
}

/** The parts of a judge that aggregation needs. */
function asPanelJudge({ judge_run_id, judge_id, sample_size }: ExpectedJudge): ResolvedJudge {
  return { judge_run_id, judge_id, sample_size } as ResolvedJudge;
}

interface WantedCall {
  prompt: EvaluationRecord["prompt"];
  repetition: number;
  /** The evaluation's own statement. */
  named: StoredIteration | undefined;
}

/** Finds the record of a call, or creates an empty one for a call that was not asked; notes a missing one and returns null. */
function findCall(
  store: Store,
  judge: ExpectedJudge,
  { prompt, repetition, named }: WantedCall,
  verified: VerifiedCalls,
): CallRecord | null {
  const what = `${judge.judge_run_id} #${repetition}`;
  const { model, endpoint, options } = judge;
  const asked = repetition + judge.repetitionOffset;
  const isHashable = options !== null && !JSON.stringify(options).includes(REDACTED);
  const question = { system: "", user: "", model, options: options ?? {}, repetition: asked, hashes: prompt };
  const call_id = isHashable ? callIdentity(question, endpoint) : named?.call_id;
  const call = call_id === undefined ? undefined : store.read("call", call_id)?.value;
  if (call_id === undefined || call === undefined) {
    const isOpen = named?.status === "not_asked";
    verified.missing.push(
      isOpen ? `the verdict of ${what}, who was not asked,` : `the judge call ${call_id ?? `of ${what}`}`,
    );
    return isOpen ? notAsked(judge, named, prompt) : null;
  }
  const problem = problemOfRecord("call", call);
  if (problem !== null) {
    verified.differences.push({
      what: `the judge call of ${what}`,
      stored: problem,
      found: "a record that can be read",
    });
    return null;
  }
  const is = { call_id: call.call_id, model: call.model, endpoint: call.endpoint, offline: call.offline };
  const must = { call_id, model, endpoint, offline: judge.offline };
  verified.differences.push(
    ...differenceBetween(
      `the judge call of ${what}`,
      { ...is, repetition: call.repetition, prompt: call.prompt, options: call.options },
      { ...must, repetition: asked, prompt, options: sameButForMarks(judge, call) ? call.options : options },
    ),
  );
  if (!isHashable) verified.unhashed += 1;
  verified.answers += 1;
  verified.differences.push(...answersThatDiffer(what, call));
  return call;
}

/** Earlier versions stored the request options of a call with the secrets in them. */
function sameButForMarks({ isRedacted, options }: ExpectedJudge, call: CallRecord): boolean {
  if (options === null) return true;
  return isRedacted && (matchesWithMarks(call.options, options) || matchesWithMarks(options, call.options));
}

function notAsked(
  { model, endpoint, offline }: ExpectedJudge,
  { call_id, problem }: StoredIteration,
  prompt: EvaluationRecord["prompt"],
): CallRecord {
  const result = { status: "not_asked" as const, message: problem ?? "", because: "reading" as const };
  const nothing = { attempts: [], result, usage: null, options: {}, repetition: 1 };
  return { schema_version: 1, call_id, endpoint, offline, model, prompt, ...nothing };
}

/** Compares what was read from a provider's answers when they came with what is read now, and their total cost. */
function answersThatDiffer(what: string, { attempts, usage, offline }: CallRecord): Difference[] {
  const read = attempts.flatMap(({ outcome }, index) => {
    if (outcome.status !== "answered" || !isRecord(outcome.raw) || !Array.isArray(outcome.raw.choices)) return [];
    const number = `answer ${index + 1} of ${what}`;
    const content = textOfAnswer(outcome.raw);
    const said = readCompletion(outcome.raw);
    return [
      ...(content === undefined ? [] : differenceBetween(`the text of ${number}`, outcome.message.content, content)),
      ...(said === null ? [] : differenceBetween(`who gave ${number}, and why it ended`, endOf(outcome), endOf(said))),
      ...differenceBetween(`the usage of ${number}`, outcome.usage, usageOfAnswer(outcome.raw, { offline })),
    ];
  });
  const all = sumUsage(attempts.map(({ outcome }) => (outcome.status === "answered" ? outcome.usage : null)));
  return [...read, ...differenceBetween(`the usage of ${what}`, usage, all)];
}

function endOf({ provider, model, finish_reason }: Pick<ChatAnswer, "provider" | "model" | "finish_reason">) {
  return { provider, model, finish_reason };
}

/** Reads a stored call by the current rules. */
function readCall(
  judge: ResolvedJudge,
  repetition: number,
  call: CallRecord,
  contract: Contract<Verdict>,
): PanelCall<Verdict> {
  const attempts = call.attempts.map((attempt) => readAttempt(attempt, contract));
  return { judge, repetition, record: { ...call, attempts, result: resultToday(call, contract) }, reused: true };
}

function resultToday({ attempts, result }: CallRecord, contract: Contract<Verdict>): JudgeResult<Verdict> {
  const last = attempts.at(-1)?.outcome;
  if (last?.status === "answered") {
    const checked = contract.check(last.message.content ?? "");
    if (checked.ok) return { status: "verdict", answer: checked.answer, repairs: checked.repairs };
    return result.status === "not_asked" ? result : { status: "invalid", violations: checked.violations };
  }
  const message = "message" in result ? result.message : (last?.message ?? "");
  if (result.status === "not_asked" || last === undefined) return { status: "not_asked", message, because: "reading" };
  return { status: "unanswered", message, permanent: false };
}

function readAttempt(attempt: JudgeAttempt, contract: Contract<Verdict>): JudgeAttempt {
  if (attempt.outcome.status !== "answered") return attempt;
  const checked = contract.check(attempt.outcome.message.content ?? "");
  return { ...attempt, violations: checked.ok ? [] : checked.violations };
}

/** Finds judges that were asked again after a valid answer: only a broken answer is followed by another. */
export function answeredTwice({ judge, repetition, record }: PanelCall<Verdict>): Difference[] {
  const valid = record.attempts.findIndex(
    ({ outcome, violations }) => outcome.status === "answered" && violations.length === 0,
  );
  if (valid === -1 || valid === record.attempts.length - 1) return [];
  const what = `the judge call of ${judge.judge_run_id} #${repetition}`;
  return [
    {
      what,
      stored: plural(record.attempts.length, "answer"),
      found: `answer ${valid + 1} is valid, so it is the last`,
    },
  ];
}
