import type { Dispatcher } from "undici";
import {
  type Endpoint,
  isPermanentStatus,
  isRetryableStatus,
  type WireFormat,
  type WireRequest,
} from "../gateway/index.ts";
import type { TrialSpending } from "./price-gate.ts";
import type { Recorder } from "./record/recorder.ts";
import type { WireExchange } from "./record/wire-record.ts";
import { keyPlaces, upstreamHeaders, upstreamPath } from "./upstream.ts";
import { checkUsage } from "./wire/believable-usage.ts";
import { resourceOf } from "./wire/resource.ts";

export interface Confirmation {
  recorder: Recorder;
  endpoint: Endpoint;
  connections: Dispatcher;
  spending: TrialSpending;
  signal: AbortSignal;
}

/** Statuses for requests that a provider cannot process, or that are too large. */
const ABOUT_THE_REQUEST: ReadonlySet<number | null> = new Set([400, 413, 422]);

const PATIENCE_MS = 30_000;
const FEW_TOKENS = 16;
const QUESTION = "Answer with yes.";

/**
 * Tests if a refusal is about the key or about the agent's request. A refused key ends a campaign, so an agent must not be able
 * to fake one: a provider may also have refused the agent's content (a forbidden text, more tokens than there is money for). A
 * malformed request is the agent's own failure, or an agent could be rerun forever without being judged; but some providers use
 * the same status for a bad key or an empty account. So if the agent's last request was refused in one of these ways, sends the
 * simplest possible request.
 */
export async function confirmRefusal({ recorder, ...means }: Confirmation): Promise<void> {
  const last = recorder.record().exchanges.findLast(({ outcome }) => outcome !== "ended" && outcome !== "left");
  if (last?.outcome !== "provider_error") return;
  if (ABOUT_THE_REQUEST.has(last.http_status)) {
    if (await isAnswered(last, means)) recorder.answersUs();
  } else if (isPermanentStatus(last.http_status ?? 0) && (await isRefused(last, means))) recorder.refusesUsToo();
}

type Means = Omit<Confirmation, "recorder">;

/** True if refused wherever the key is put. */
async function isRefused({ format, model }: WireExchange, means: Means): Promise<boolean> {
  const [question] = simplestRequests(format, model);
  for (const place of keyPlaces(format)) {
    const status = await statusOf(question!, place, means).catch(() => null);
    if (status === null || !isPermanentStatus(status)) return false;
  }
  return true;
}

/** True if answered at all. A provider that is busy or broken leaves the cause open. */
async function isAnswered({ format, model }: WireExchange, means: Means): Promise<boolean> {
  for (const place of keyPlaces(format))
    for (const question of simplestRequests(format, model)) {
      const status = await statusOf(question, place, means).catch(() => null);
      if (status !== null && status < 300) return true;
      if (status === null || isRetryableStatus(status)) return false;
    }
  return false;
}

async function statusOf(
  { path, body }: Question,
  place: ReturnType<typeof keyPlaces>[number],
  { endpoint, connections, spending, signal }: Means,
): Promise<number | null> {
  const resource = resourceOf("POST", path);
  if (resource?.kind !== "answer") return null;
  const bytes = Buffer.from(JSON.stringify(body));
  const answer = await connections.request({
    method: "POST",
    origin: endpoint.origin,
    path: upstreamPath(endpoint, resource),
    headers: upstreamHeaders({ "anthropic-version": "2023-06-01" }, place, endpoint),
    body: bytes,
    signal: AbortSignal.any([signal, AbortSignal.timeout(PATIENCE_MS)]),
  });
  if (answer.statusCode >= 300) {
    await answer.body.dump();
    return answer.statusCode;
  }
  const text = await textWithin(answer.body, LONGEST_ANSWER);
  if (text === null) return null;
  const collector = resource.reader.collectAnswer(NOTHING_ASKED);
  collector.take(JSON.parse(text));
  const size = { requestBytes: bytes.length, answerBytes: text.length, pointsElsewhere: false };
  const price = checkUsage(collector.answer().usage, size).usage?.cost_usd ?? null;
  if (price !== null) spending.paid(price);
  return answer.statusCode;
}

/** Sixteen tokens, with whatever a provider adds. */
const LONGEST_ANSWER = 1024 * 1024;

async function textWithin(body: AsyncIterable<Buffer>, most: number): Promise<string | null> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of body) {
    bytes += chunk.length;
    if (bytes > most) return null;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString("utf8");
}

const NOTHING_ASKED: WireRequest = { models: [], streamed: false, messages: [], tools: [], pointsElsewhere: false };

interface Question {
  path: string;
  body: object;
}

/** The simplest request in each of a format's dialects, the usual one first. */
function simplestRequests(format: WireFormat, model: string): Question[] {
  const messages = [{ role: "user", content: QUESTION }];
  switch (format) {
    case "chat_completions":
      // Reasoning models accept only the second.
      return ["max_tokens", "max_completion_tokens"].map((limit) => ({
        path: "/v1/chat/completions",
        body: { model, messages, [limit]: FEW_TOKENS },
      }));
    case "responses":
      return [{ path: "/v1/responses", body: { model, input: QUESTION, max_output_tokens: FEW_TOKENS } }];
    case "messages":
      return [{ path: "/v1/messages", body: { model, messages, max_tokens: FEW_TOKENS } }];
    case "generate_content": {
      const contents = [{ role: "user", parts: [{ text: QUESTION }] }];
      const body = { contents, generationConfig: { maxOutputTokens: FEW_TOKENS } };
      return [{ path: `/v1beta/models/${model}:generateContent`, body }];
    }
  }
}
