import type { ChatMessage, ChatOutcome, Usage } from "./chat.ts";

/** A rule of the contract that an answer broke, named so that the judge, and later a person, can act on it. */
export interface Violation {
  /** Stable name of the rule, for taxonomies: `not_json`, `missing_dimension`, `evidence_not_verbatim` … */
  rule: string;
  /** Where in the answer, dotted; empty for the answer as a whole. */
  path: string;
  message: string;
  /** How an answer began that is no JSON at all, for people; never sent to a judge. */
  answer_began?: string;
}

/** One answer that was asked for: what came back, and what was wrong with it. */
export interface JudgeAttempt {
  /** The messages that were sent, where they differ from the question: the follow-up that named the violations. */
  follow_up: ChatMessage[];
  outcome: ChatOutcome;
  violations: Violation[];
  /** The provider does not take structured output; the same was asked again without it. Not an attempt of the judge's. */
  structured_output_refused?: true;
}

/** An answer that broke its contract, whatever became of the call. */
export interface BrokenAnswer {
  /** Which answer of its call, counted from 1. */
  attempt: number;
  violations: Violation[];
}

export type JudgeResult<Answer> =
  | { status: "verdict"; answer: Answer; repairs: string[] }
  | { status: "invalid"; violations: Violation[] }
  | { status: "unanswered"; message: string; permanent: boolean; interrupted: boolean };

/** One judge call with all of its attempts: what is stored, and what an audit reads. */
export interface JudgeRecord<Answer> {
  schema_version: 1;
  /** Identity of the call: endpoint, model, options, both prompts and the repetition. */
  call_id: string;
  endpoint: string;
  offline: boolean;
  model: string;
  options: Record<string, unknown>;
  repetition: number;
  /** The two messages by their SHA-256; the texts are records of their own. */
  prompt: { system_sha256: string; user_sha256: string };
  attempts: JudgeAttempt[];
  result: JudgeResult<Answer>;
  usage: Usage | null;
}
