import { toUSVString } from "node:util";
import type { CarriedReasoning, ChatAnswer } from "../records/index.ts";
import { isRecord, jsonObjectOrNull } from "../text/index.ts";
import { MOST_TOOL_CALLS, TOO_MANY_CALLS, tooMuchIn } from "./answer-size.ts";
import { isPermanentStatus, isRetryableStatus } from "./retry-policy.ts";
import { readToolCalls } from "./tool-calls.ts";
import { readUsage } from "./usage.ts";

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
  const { choices } = parsed.value;
  const malformed = (what: string) => failure(status, `answered ${status} with ${what}`, parsed.value);
  if (!Array.isArray(choices)) return malformed("JSON that is not a chat completion: it has no list of choices.");
  const [choice] = choices as unknown[];
  if (choice === undefined) return malformed("an empty list of choices.");
  if (!isRecord(choice) || !isRecord(choice.message)) return malformed("a choice that holds no message.");
  const content = contentOf(choice.message);
  if (content === undefined) return malformed("a message whose content is neither text nor a list of text parts.");
  const listed = choice.message.tool_calls;
  // Omits the raw form, which would be stored with the failure and is the part that is too large.
  const tooMuch = (what: string) => failure(status, `answered ${status} with ${what}.`, excerptOf(text));
  if (Array.isArray(listed) && listed.length > MOST_TOOL_CALLS) return tooMuch(TOO_MANY_CALLS);
  const completion = completionOf(parsed.value, choice, choice.message, content);
  const excess = tooMuchIn(completion.message);
  if (excess !== null) return tooMuch(excess);
  return { kind: "answer", ...completion, raw: parsed.value };
}

/** The content of a chat completion. */
type Completion = Pick<ChatAnswer, "message" | "finish_reason" | "usage" | "provider" | "model">;

/** Reads a stored chat completion; null if it is not one. */
export function readCompletion(raw: unknown): Completion | null {
  if (!isRecord(raw) || !Array.isArray(raw.choices)) return null;
  const [choice] = raw.choices as unknown[];
  if (!isRecord(choice) || !isRecord(choice.message)) return null;
  const content = contentOf(choice.message);
  return content === undefined ? null : completionOf(raw, choice, choice.message, content);
}

function completionOf(
  { usage, provider, model }: Record<string, unknown>,
  { finish_reason }: Record<string, unknown>,
  message: Record<string, unknown>,
  content: string | null,
): Completion {
  return {
    message: { content, tool_calls: readToolCalls(message), ...carriedReasoning(message) },
    finish_reason: typeof finish_reason === "string" ? finish_reason : null,
    usage: readUsage(usage),
    provider: typeof provider === "string" ? provider : null,
    model: typeof model === "string" ? model : null,
  };
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

interface ErrorInside {
  message: string;
  /** An HTTP status, if the error names one. */
  code: number | null;
  aboutTheInput: boolean;
}

/** Finds an error in the body or choice: OpenRouter answers 200 before the upstream does. */
function errorInside(body: Record<string, unknown>): ErrorInside | null {
  const [choice] = Array.isArray(body.choices) ? body.choices : [];
  const error = body.error ?? (isRecord(choice) ? choice.error : undefined);
  if (error === undefined || error === null || error === false || error === "") return null;
  if (!isRecord(error)) return { message: excerpt(String(error)), code: null, aboutTheInput: false };
  const metadata = isRecord(error.metadata) ? error.metadata : {};
  const upstream = typeof metadata.raw === "string" ? metadata.raw : JSON.stringify(metadata.raw);
  const who = typeof metadata.provider_name === "string" ? metadata.provider_name : "the upstream provider";
  const words = typeof error.message === "string" && error.message !== "" ? error.message : JSON.stringify(error);
  const code = Number(error.code);
  return {
    message: excerpt(upstream ? `${words} (${who}: ${upstream})` : words),
    code: Number.isInteger(code) && code >= 400 && code <= 599 ? code : null,
    aboutTheInput: Array.isArray(metadata.reasons) || "flagged_input" in metadata,
  };
}

/** Text, null for none, undefined for unreadable content. */
function contentOf(message: Record<string, unknown>): string | null | undefined {
  const { content, refusal } = message;
  if (typeof content === "string") return toUSVString(content);
  if (content === null || content === undefined) return typeof refusal === "string" ? toUSVString(refusal) : null;
  if (!Array.isArray(content)) return undefined;
  const texts = content.filter(isRecord).map((part) => part.text ?? part.refusal);
  if (texts.length !== content.length) return undefined;
  return toUSVString(texts.filter((text) => typeof text === "string").join(""));
}

/** Reasoning to send back: some providers refuse the next turn of a tool conversation without it. */
function carriedReasoning({ reasoning_details, reasoning_content }: Record<string, unknown>): CarriedReasoning {
  return {
    ...(reasoning_details ? { reasoning_details } : {}),
    ...(reasoning_content ? { reasoning_content } : {}),
  };
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
