import { isRecord } from "../text/index.ts";
import type { ChatOutcome } from "./chat.ts";
import type { CallRecord, EvaluationRecord, RecordKind, RecordValues, RunRecord } from "./record.ts";

/**
 * Removes duplicated parts of a record for the log: a judge's answer is in the provider's response and in the message read from
 * it, a subject's in its final output, in the response and at the end of its trace; the scores of a panel of one equal those of
 * its judge run. Lossless: `expandRecord` restores them.
 */
export function compactRecord<Kind extends RecordKind>(kind: Kind, value: RecordValues[Kind]): unknown {
  if (kind === "call") return compactCall(value as CallRecord);
  if (kind === "run") return compactRun(value as RunRecord);
  if (kind === "evaluation") return compactEvaluation(value as EvaluationRecord);
  return value;
}

export function expandRecord<Kind extends RecordKind>(kind: Kind, value: RecordValues[Kind]): RecordValues[Kind] {
  if (kind === "call") return expandCall(value as CallRecord) as RecordValues[Kind];
  if (kind === "run") return expandRun(value as CompactRun) as RecordValues[Kind];
  if (kind === "evaluation") return expandEvaluation(value as EvaluationRecord) as RecordValues[Kind];
  return value;
}

/** Placeholder for a part found elsewhere in the same record. Unambiguous: no text is an object, and no part has this field. */
const IN_RAW = { in: "raw" };
const IN_FINAL_OUTPUT = { in: "final_output" };
const IN_ATTEMPT = { in: "attempt" };
const IN_RESULT = { in: "result" };

function compactCall(call: CallRecord): unknown {
  const attempts = call.attempts.map((attempt) => {
    const { outcome } = attempt;
    if (outcome.status !== "answered" || outcome.message.content === null) return attempt;
    if (contentOf(outcome.raw) !== outcome.message.content) return attempt;
    return { ...attempt, outcome: { ...outcome, message: { ...outcome.message, content: IN_RAW } } };
  });
  const isOfAttempt = call.usage && isSame(call.usage, usageOfOnly(call));
  return { ...call, attempts, ...(isOfAttempt && { usage: IN_ATTEMPT }) };
}

function expandCall(call: CallRecord): CallRecord {
  const attempts = call.attempts.map((attempt) => {
    const { outcome } = attempt;
    if (outcome.status !== "answered" || !isRecord(outcome.message.content)) return attempt;
    const content = contentOf(outcome.raw) as string;
    return { ...attempt, outcome: { ...outcome, message: { ...outcome.message, content } } as ChatOutcome };
  });
  return { ...call, attempts, ...currentResult(call), ...(isMark(call.usage) && { usage: usageOfOnly(call) }) };
}

/** Versions before 0.7 stored a call that was given up as unanswered and interrupted. */
function currentResult({ result }: { result: unknown }): Partial<Pick<CallRecord, "result">> {
  if (!isRecord(result) || result.status !== "unanswered" || result.interrupted !== true) return {};
  return { result: { status: "not_asked", message: result.message as string, because: "interrupted" } };
}

/** The provider's token counts, if there was a single attempt. */
function usageOfOnly({ attempts: [only, ...more] }: CallRecord): CallRecord["usage"] {
  return more.length === 0 && only?.outcome.status === "answered" ? only.outcome.usage : null;
}

/** The answer's location in a chat completion. */
function contentOf(raw: unknown): unknown {
  return messageIn(raw)?.message.content;
}

interface RawMessage {
  raw: Record<string, unknown>;
  choices: unknown[];
  first: Record<string, unknown>;
  message: Record<string, unknown>;
}

function messageIn(raw: unknown): RawMessage | null {
  const choices = isRecord(raw) ? raw.choices : undefined;
  const first: unknown = Array.isArray(choices) ? choices[0] : undefined;
  const message = isRecord(first) ? first.message : undefined;
  return isRecord(message) ? ({ raw, choices, first, message } as RawMessage) : null;
}

function withContent(answer: unknown, content: string): unknown {
  const found = messageIn(answer);
  if (!found) return answer;
  const { raw, choices, first, message } = found;
  return { ...raw, choices: [{ ...first, message: { ...message, content } }, ...choices.slice(1)] };
}

/** `final_output_in` holds the indexes of raw answers whose text was removed because it equals the final output. */
type CompactRun = RunRecord & { final_output_in?: number[] };

function compactRun({ artifact, ...run }: RunRecord): unknown {
  const { final_output, runner_metadata } = artifact;
  const trace = artifact.trace.map((event) =>
    event.kind === "final_output" && event.content === final_output ? { ...event, content: IN_FINAL_OUTPUT } : event,
  );
  const answers = rawAnswersOf(artifact);
  const final_output_in = answers.flatMap((raw, at) =>
    final_output !== null && contentOf(raw) === final_output ? [at] : [],
  );
  if (final_output_in.length === 0) return { ...run, artifact: { ...artifact, trace } };
  const raw_answers = answers.map((raw, at) => (final_output_in.includes(at) ? withContent(raw, "") : raw));
  return {
    ...run,
    final_output_in,
    artifact: { ...artifact, trace, runner_metadata: { ...runner_metadata, raw_answers } },
  };
}

function expandRun({ artifact, final_output_in = [], ...run }: CompactRun): RunRecord {
  const final_output = artifact.final_output as string;
  const trace = artifact.trace.map((event) =>
    event.kind === "final_output" && isRecord(event.content) ? { ...event, content: final_output } : event,
  );
  const { runner_metadata } = artifact;
  if (final_output_in.length === 0) return { ...run, artifact: { ...artifact, trace } };
  const raw_answers = rawAnswersOf(artifact).map((raw, at) =>
    final_output_in.includes(at) ? withContent(raw, final_output) : raw,
  );
  return { ...run, artifact: { ...artifact, trace, runner_metadata: { ...runner_metadata, raw_answers } } };
}

function rawAnswersOf({ runner_metadata }: RunRecord["artifact"]): unknown[] {
  return Array.isArray(runner_metadata.raw_answers) ? runner_metadata.raw_answers : [];
}

function compactEvaluation(record: EvaluationRecord): unknown {
  const { judge_runs, dimensions, grounding } = record.result;
  const [only, ...more] = judge_runs;
  if (!only || more.length > 0 || !dimensions) return record;
  if (!isSame(only.dimensions, dimensions)) return record;
  const [iteration, ...others] = only.iterations;
  const isAlone = iteration !== undefined && others.length === 0;
  const alone = isAlone && {
    ...iteration,
    ...(isSame(iteration.dimensions, scoresOf(dimensions)) && { dimensions: IN_RESULT }),
    ...(isSame(iteration.grounding, grounding) && { grounding: IN_RESULT }),
  };
  const judgeRun = { ...only, dimensions: IN_RESULT, ...(alone && { iterations: [alone] }) };
  return { ...record, result: { ...record.result, judge_runs: [judgeRun] } };
}

function expandEvaluation(record: EvaluationRecord): EvaluationRecord {
  const { judge_runs, dimensions, grounding } = record.result;
  const [only] = judge_runs;
  if (!isMark(only?.dimensions)) return record;
  const iterations = only!.iterations.map((iteration) => ({
    ...iteration,
    ...(isMark(iteration.dimensions) && { dimensions: scoresOf(dimensions!) }),
    ...(isMark(iteration.grounding) && { grounding }),
  }));
  return { ...record, result: { ...record.result, judge_runs: [{ ...only!, dimensions, iterations }] } };
}

type Dimensions = NonNullable<EvaluationRecord["result"]["dimensions"]>;

function scoresOf(dimensions: Dimensions): Record<keyof Dimensions, number> {
  const scores = Object.entries(dimensions).map(([name, { score }]) => [name, score]);
  return Object.fromEntries(scores) as Record<keyof Dimensions, number>;
}

function isSame(one: unknown, other: unknown): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}

function isMark(part: unknown): boolean {
  return isRecord(part) && "in" in part;
}
