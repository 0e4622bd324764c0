import { isRecord } from "../../text/index.ts";

export interface ForeignAnswer {
  question: string;
  answer: string;
  model: string;
  variant: string;
  question_id: string;
  eval_set: string;
  /** Present if a question was asked several times. */
  repetition?: number;
}

export type AnswerReading = { ok: true; answer: ForeignAnswer } | { ok: false; reason: string };

/** Answers of a program, each with its location in the file. */
export interface ForeignAnswers {
  made_by: string;
  answers: { place: string; reading: AnswerReading }[];
}

export function refusedAnswer(reason: string): AnswerReading {
  return { ok: false, reason };
}

/** The first of the fields with non-blank text. */
export function firstText(record: Record<string, unknown>, fields: readonly string[]): string | undefined {
  for (const field of fields) {
    const value = Object.hasOwn(record, field) ? record[field] : undefined;
    if (typeof value === "string" && value.trim() !== "") return value;
    if (typeof value === "number") return String(value);
  }
  return undefined;
}

/** The question in a list of messages: only the user's words, because a judge must not see the prompt. */
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
