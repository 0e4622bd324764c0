import { isRecord } from "../text/index.ts";
import type { ChatOutcome } from "./chat.ts";
import type { CallRecord, RecordKind, RecordValues, RunRecord } from "./record.ts";

/**
 * A record as the log keeps it: a text that it holds twice is kept once. A judge's answer is in what the provider sent and in the message
 * read from it, a subject's in its final output and at the end of its trace. Nothing is lost: `expandRecord` puts it back.
 */
export function compactRecord<Kind extends RecordKind>(kind: Kind, value: RecordValues[Kind]): unknown {
  if (kind === "call") return compactCall(value as CallRecord);
  if (kind === "run") return compactRun(value as RunRecord);
  return value;
}

export function expandRecord<Kind extends RecordKind>(kind: Kind, value: RecordValues[Kind]): RecordValues[Kind] {
  if (kind === "call") return expandCall(value as CallRecord) as RecordValues[Kind];
  if (kind === "run") return expandRun(value as RunRecord) as RecordValues[Kind];
  return value;
}

/** Stands for a text that is found elsewhere in the same record. No text of a model can be mistaken for it: it is no text. */
const IN_RAW = { in: "raw" };
const IN_FINAL_OUTPUT = { in: "final_output" };

function compactCall(call: CallRecord): unknown {
  return {
    ...call,
    attempts: call.attempts.map((attempt) => {
      const { outcome } = attempt;
      if (outcome.status !== "answered" || outcome.message.content === null) return attempt;
      if (contentOf(outcome.raw) !== outcome.message.content) return attempt;
      return { ...attempt, outcome: { ...outcome, message: { ...outcome.message, content: IN_RAW } } };
    }),
  };
}

function expandCall(call: CallRecord): CallRecord {
  return {
    ...call,
    attempts: call.attempts.map((attempt) => {
      const { outcome } = attempt;
      if (outcome.status !== "answered" || !isRecord(outcome.message.content)) return attempt;
      const content = contentOf(outcome.raw) as string;
      return { ...attempt, outcome: { ...outcome, message: { ...outcome.message, content } } as ChatOutcome };
    }),
  };
}

/** Where chat completions have the answer. */
function contentOf(raw: unknown): unknown {
  const choices = isRecord(raw) ? raw.choices : undefined;
  const first: unknown = Array.isArray(choices) ? choices[0] : undefined;
  const message = isRecord(first) ? first.message : undefined;
  return isRecord(message) ? message.content : undefined;
}

function compactRun({ artifact, ...run }: RunRecord): unknown {
  const trace = artifact.trace.map((event) =>
    event.kind === "final_output" && event.content === artifact.final_output
      ? { ...event, content: IN_FINAL_OUTPUT }
      : event,
  );
  return { ...run, artifact: { ...artifact, trace } };
}

function expandRun({ artifact, ...run }: RunRecord): RunRecord {
  const trace = artifact.trace.map((event) =>
    event.kind === "final_output" && isRecord(event.content)
      ? { ...event, content: artifact.final_output as string }
      : event,
  );
  return { ...run, artifact: { ...artifact, trace } };
}
