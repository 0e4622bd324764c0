import type { ChatMessage, ChatOutcome, Usage } from "./chat.ts";

/** A contract rule that an answer broke, named so that the judge, and later a person, can act on it. */
export interface Violation {
  /** Stable name of the rule, for taxonomies: `not_json`, `missing_dimension`, `evidence_not_verbatim` … */
  rule: string;
  /** Dotted path in the answer; empty for the answer as a whole. */
  path: string;
  message: string;
  /** The beginning of an answer that is not JSON, for people; never sent to a judge. */
  answer_began?: string;
}

/** One requested answer: the response, and its violations. */
export interface JudgeAttempt {
  /** The messages sent, if they differ from the question: the follow-up that named the violations. */
  follow_up: ChatMessage[];
  outcome: ChatOutcome;
  violations: Violation[];
  /** The provider rejected structured output, so the request was repeated without it. Not an attempt of the judge's. */
  structured_output_refused?: true;
}

/** An answer that broke its contract, regardless of the call's final outcome. */
export interface BrokenAnswer {
  /** Number of the answer within its call, from 1. */
  attempt: number;
  violations: Violation[];
}

export type JudgeResult<Answer> =
  | { status: "verdict"; answer: Answer; repairs: string[] }
  | { status: "invalid"; violations: Violation[] }
  | { status: "unanswered"; message: string; permanent: boolean }
  | NotAsked;

/** The question is as open as if this call had never been made. */
export interface NotAsked {
  status: "not_asked";
  message: string;
  because: NotAskedBecause;
}

/** `reading`: only stored answers were wanted. `unreachable`: an earlier call showed that this judge cannot answer. */
export type NotAskedBecause = "reading" | "interrupted" | "cost_limit" | "unreachable";

/** One judge call with all of its attempts, as stored and audited. */
export interface JudgeRecord<Answer> {
  schema_version: 1;
  /** Identity of the call: endpoint, model, options, both prompts and the repetition. */
  call_id: string;
  endpoint: string;
  offline: boolean;
  model: string;
  options: Record<string, unknown>;
  repetition: number;
  /** The two messages by SHA-256; the texts are records of their own. */
  prompt: { system_sha256: string; user_sha256: string };
  attempts: JudgeAttempt[];
  result: JudgeResult<Answer>;
  usage: Usage | null;
}
