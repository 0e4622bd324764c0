import type { ChatAnswer, ChatFailure } from "../records/index.ts";
import { isRecord, type Redactor } from "../text/index.ts";
import { demandsTls } from "./connection-trouble.ts";
import type { Endpoint } from "./endpoint.ts";
import type { Exchange } from "./exchange.ts";
import { readUsage } from "./protocols/chat-document.ts";
import { readAnswer } from "./read-answer.ts";
import { readRetryAfter } from "./retry-policy.ts";

type UnretriedOutcome = Omit<ChatAnswer, "retries"> | Omit<ChatFailure, "retries">;

/** One attempt's outcome, with the facts that the retry loop needs. */
export interface Attempt {
  outcome: UnretriedOutcome;
  retryable: boolean;
  crowded: boolean;
  retryAfterMs: number | null;
  /** Nothing listens at the other end. */
  isDown?: boolean;
  /** The connection was closed before any response, and TLS was not used. */
  wasCut?: boolean;
}

export const INTERRUPTED: Omit<ChatFailure, "retries"> = {
  status: "interrupted",
  message: "Interrupted before an answer came.",
  http_status: null,
  raw: null,
  latency_ms: 0,
  permanent: false,
};

/** Redactors for server output. */
export interface AttemptRedactors {
  /** Removes only the keys that were sent, because the rest of an answer is what is measured. */
  answer: Redactor;
  /** Also removes anything that looks like a secret, before texts are cut. */
  failure: Redactor;
}

/** Translates an exchange into the terms of the gateway's interface. */
export function readAttempt(ended: Exchange, endpoint: Endpoint, redact: AttemptRedactors, now: number): Attempt {
  const { latency_ms } = ended;
  const failed = (message: string, retryable: boolean, more: Partial<ChatFailure> = {}): Attempt => ({
    outcome: {
      status: "provider_error",
      message: redact.failure(message),
      http_status: null,
      raw: null,
      latency_ms,
      permanent: false,
      ...more,
    },
    retryable,
    crowded: more.http_status === 429,
    retryAfterMs: null,
  });
  switch (ended.kind) {
    case "interrupted":
      return { outcome: { ...INTERRUPTED, latency_ms }, retryable: false, crowded: false, retryAfterMs: null };
    case "timed_out":
      return failed(
        `${endpoint.name} gave no complete answer within ${ended.limitSeconds} s. If it needs longer, raise timeout_seconds.`,
        true,
        { status: "timed_out" },
      );
    case "connection_failed": {
      const message = `The connection to ${endpoint.name} failed: ${ended.message}`;
      const { advice, isDown, wasCut } = ended.trouble;
      if (advice !== null) return failed(`${message}. ${advice}`, false, { permanent: true });
      return { ...failed(message, true), isDown, wasCut };
    }
    case "too_large": {
      const message = `${endpoint.name} answered ${ended.status} with more than ${ended.limitBytes / 1024 / 1024} MB.`;
      return failed(message, false, { http_status: ended.status });
    }
    case "undecodable":
      return failed(`${endpoint.name} answered ${ended.status}, but ${ended.message}.`, false, {
        http_status: ended.status,
      });
    case "response": {
      const answered = readAnswer({ ...ended, text: redact.answer(ended.text) });
      if (answered.kind === "answer") {
        const { kind: _, ...answer } = answered;
        return {
          outcome: { status: "answered", ...answer, latency_ms },
          retryable: false,
          crowded: false,
          retryAfterMs: null,
        };
      }
      const reading = { ...answered, ...failureIn(ended, redact.failure) };
      const { http_status, raw, permanent } = reading;
      const message = `${endpoint.name} ${reading.message}${hint(http_status, endpoint, ended.text)}`;
      const cost_usd = isRecord(raw) ? (readUsage(raw.usage)?.cost_usd ?? undefined) : undefined;
      const priced = cost_usd === undefined ? {} : { cost_usd };
      const attempt = failed(message, reading.retryable, { http_status, raw, permanent, ...priced });
      return { ...attempt, retryAfterMs: readRetryAfter(ended.headers["retry-after"], now) };
    }
  }
}

/** Redacts a failure before its long texts are cut, so that no half of a secret remains. */
function failureIn(ended: Extract<Exchange, { kind: "response" }>, redact: Redactor) {
  const reading = readAnswer({ ...ended, text: redact(ended.text) });
  return reading.kind === "failure" ? { message: reading.message, raw: reading.raw } : {};
}

function hint(status: number, { keyVariable, origin }: Endpoint, text: string): string {
  if (demandsTls(status, text, origin)) return " The server speaks TLS there: write https:// in the base URL.";
  if (status === 401)
    return keyVariable ? ` Check the key in ${keyVariable}.` : " The server wants a key: set api_key_env.";
  if (status === 402) return " The account behind the key has no credit left.";
  if (status === 404) return " Check the model's name and the base URL.";
  return "";
}
