import { toUSVString } from "node:util";
import type { ChatAnswer } from "../records/index.ts";
import { isRecord, jsonObjectOrNull } from "../text/index.ts";
import { describeExcess } from "./answer-excess.ts";
import { readChatDocument } from "./protocols/chat-document.ts";
import { type ErrorInside, readError } from "./protocols/error-inside.ts";
import { isPermanentStatus, isRetryableStatus } from "./retry-policy.ts";

export type Reading =
  | ({ kind: "answer" } & Omit<ChatAnswer, "status" | "latency_ms" | "retries">)
  | {
      kind: "failure";
      message: string;
      http_status: number;
      raw: unknown;
      retryable: boolean;
      permanent: boolean;
    };

interface HttpAnswer {
  status: number;
  headers: Record<string, string>;
  text: string;
}

/** Deeper than any chat completion. JSON nested deeper can be parsed but not serialized again. */
const DEEPEST_NESTING = 200;
const LONGEST_EXCERPT = 300;

/** Reads an HTTP answer of a chat-completions endpoint. Describes any unexpected answer in words. */
export function readAnswer({ status, headers, text }: HttpAnswer): Reading {
  const parsed = parse(text);
  const error = parsed.ok ? errorInside(parsed.value) : null;
  if (status < 200 || status > 299) {
    const detail = error?.message ?? (parsed.ok ? excerpt(text) : describeNonJson(text, headers));
    const redirect = status >= 300 && status < 400 ? ` It redirects to ${headers.location ?? "nowhere"}.` : "";
    return failure(status, `answered ${status}${detail ? `: ${detail}` : "."}${redirect}`, rawOf(parsed, text), error);
  }
  if (!parsed.ok) return failure(status, `answered ${status} with ${describeNonJson(text, headers)}`, excerptOf(text));
  if (error) {
    const code = error.code ?? status;
    return failure(code, `answered ${status} with an error inside: ${error.message}`, parsed.value, error);
  }
  const read = readChatDocument(parsed.value);
  if (!read.ok) return failure(status, `answered ${status} with ${read.problem}`, parsed.value);
  const excess = describeExcess(read.completion.message);
  // Omits the raw form, which would be stored with the failure and is the part that is too large.
  if (excess !== null) return failure(status, `answered ${status} with ${excess}.`, excerptOf(text));
  return { kind: "answer", ...read.completion, raw: parsed.value };
}

function failure(status: number, message: string, raw: unknown, error?: ErrorInside | null): Reading {
  return {
    kind: "failure",
    message,
    http_status: status,
    raw,
    retryable: isRetryableStatus(status),
    // A 403 for one input (moderation) says nothing about the next.
    permanent: isPermanentStatus(status) && error?.aboutTheInput !== true,
  };
}

/** Finds an error in the body or choice: OpenRouter answers 200 before the upstream does. */
function errorInside(body: Record<string, unknown>): ErrorInside | null {
  const [choice] = Array.isArray(body.choices) ? body.choices : [];
  const error = readError(body.error ?? (isRecord(choice) ? choice.error : undefined));
  return error && { ...error, message: excerpt(error.message) };
}

type Parsed = { ok: true; value: Record<string, unknown> } | { ok: false };

function parse(text: string): Parsed {
  const value = jsonObjectOrNull(text, DEEPEST_NESTING);
  return value ? { ok: true, value } : { ok: false };
}

function describeNonJson(text: string, headers: Record<string, string>): string {
  const start = text.trimStart();
  if (start === "") return "an empty body.";
  if (/^<(!doctype|html|head|body|\?xml)/i.test(start)) {
    const [, title] = /<title[^>]*>([^<]*)<\/title>/i.exec(text) ?? [];
    return `a web page${title?.trim() ? ` ("${excerpt(title)}")` : ""} instead of JSON; does the base URL point at the API?`;
  }
  if (/^(data|event):/.test(start) || headers["content-type"]?.includes("text/event-stream"))
    return "a stream of events; Assay reads whole answers, so remove `stream` from the request options.";
  if (/^[{[]/.test(start)) return `JSON that is cut off or broken, ending in "${excerpt(text.slice(-80))}".`;
  return `text that is not JSON: "${excerpt(start)}"`;
}

function rawOf(parsed: Parsed, text: string): unknown {
  return parsed.ok ? parsed.value : excerptOf(text);
}

/** An excerpt that identifies an unreadable body. */
function excerptOf(text: string): string | null {
  if (text === "") return null;
  return text.length <= 4000 ? text : `${toUSVString(text.slice(0, 4000))} … (${text.length} characters)`;
}

function excerpt(text: string): string {
  const line = text.replace(/\s+/g, " ").trim();
  return line.length <= LONGEST_EXCERPT ? line : `${toUSVString(line.slice(0, LONGEST_EXCERPT))} …`;
}
