import { isRecord } from "../../text/index.ts";

/** An answer that another program got, and what it says about it. */
export interface ForeignAnswer {
  question: string;
  answer: string;
  model: string;
  variant: string;
  question_id: string;
  eval_set: string;
  /** Counted where a question was asked several times. */
  repetition?: number;
}

export type AnswerReading = { ok: true; answer: ForeignAnswer } | { ok: false; reason: string };

/** Answers of a program, each with its place in the file. */
export interface ForeignAnswers {
  made_by: string;
  answers: { place: string; reading: AnswerReading }[];
}

export function refusedAnswer(reason: string): AnswerReading {
  return { ok: false, reason };
}

/** The first of some fields that holds words. */
export function firstText(record: Record<string, unknown>, fields: readonly string[]): string | undefined {
  for (const field of fields) {
    const value = Object.hasOwn(record, field) ? record[field] : undefined;
    if (typeof value === "string" && value.trim() !== "") return value;
    if (typeof value === "number") return String(value);
  }
  return undefined;
}

/** What a list of messages asks: the words of the user, because a judge is not to see the prompt. */
export function questionOfMessages(messages: readonly unknown[]): string {
  return messages
    .flatMap((message) => (isRecord(message) && message.role === "user" ? [textOfContent(message.content)] : []))
    .filter((text) => text !== "")
    .join("\n\n");
}

export function textOfContent(content: unknown): string {
  if (typeof content === "string") return content;
  if (!Array.isArray(content)) return "";
  return content.flatMap((part) => (isRecord(part) && typeof part.text === "string" ? [part.text] : [])).join("\n");
}
