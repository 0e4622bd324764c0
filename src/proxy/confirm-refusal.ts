import type { Dispatcher } from "undici";
import { type Endpoint, isPermanentStatus, isRetryableStatus } from "../gateway/index.ts";
import type { TrialSpending } from "./price-gate.ts";
import type { Recorder } from "./record/recorder.ts";
import type { WireExchange } from "./record/wire-record.ts";
import { keyPlaces, upstreamHeaders, upstreamPath } from "./upstream.ts";
import { believableUsage } from "./wire/believable-usage.ts";
import type { WireFormat, WireRequest } from "./wire/format.ts";
import { resourceOf } from "./wire/resource.ts";

export interface Confirmation {
  recorder: Recorder;
  endpoint: Endpoint;
  connections: Dispatcher;
  spending: TrialSpending;
  signal: AbortSignal;
}

/** What a provider answers when it can make nothing of a request, or when it is too large. */
const ABOUT_THE_REQUEST: ReadonlySet<number | null> = new Set([400, 413, 422]);

const PATIENCE_MS = 30_000;
const FEW_TOKENS = 16;
const QUESTION = "Answer with yes.";

/**
 * A key that is refused ends a campaign, so an agent must not be able to bring that about: what a provider refuses may also be what the
 * agent sent (a forbidden text, more tokens than there is money for). And what a provider can make nothing of is the agent's own doing, or
 * an agent could have itself run again and again and never be judged; but some say the same of a key or of an empty account. So if its
 * last request was refused in one of these ways, the provider is asked the simplest thing there is.
 */
export async function confirmRefusal({ recorder, ...means }: Confirmation): Promise<void> {
  const last = recorder.record().exchanges.findLast(({ outcome }) => outcome !== "ended" && outcome !== "left");
  if (last?.outcome !== "provider_error") return;
  if (ABOUT_THE_REQUEST.has(last.http_status)) {
    if (await isAnswered(last, means)) recorder.answersUs();
  } else if (isPermanentStatus(last.http_status ?? 0) && (await isRefused(last, means))) recorder.refusesUsToo();
}

type Means = Omit<Confirmation, "recorder">;

/** Refused, wherever the key is. */
async function isRefused({ format, model }: WireExchange, means: Means): Promise<boolean> {
  const [question] = simplestQuestions(format, model);
  for (const place of keyPlaces(format)) {
    const status = await statusOf(question!, place, means).catch(() => null);
    if (status === null || !isPermanentStatus(status)) return false;
  }
  return true;
}

/** Answered in one way or another. A provider that is busy or broken leaves it open whose fault it was. */
async function isAnswered({ format, model }: WireExchange, means: Means): Promise<boolean> {
  for (const place of keyPlaces(format))
    for (const question of simplestQuestions(format, model)) {
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
  const price = believableUsage(collector.answer().usage, size).usage?.cost_usd ?? null;
  if (price !== null) spending.paid(price);
  return answer.statusCode;
}

/** An answer of sixteen tokens, with whatever a provider adds to it. */
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

/** In a format's several dialects, the usual one first. */
function simplestQuestions(format: WireFormat, model: string): Question[] {
  const messages = [{ role: "user", content: QUESTION }];
  switch (format) {
    case "chat_completions":
      // Models that think take the second only.
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
