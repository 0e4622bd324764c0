import type { Dispatcher } from "undici";
import { type Endpoint, isPermanentStatus } from "../gateway/index.ts";
import type { TrialSpending } from "./price-gate.ts";
import type { Recorder, WireExchange } from "./record/index.ts";
import { keyPlaces, upstreamHeaders, upstreamPath } from "./upstream.ts";
import { believableUsage, resourceOf, type WireFormat, type WireRequest } from "./wire/index.ts";

export interface Confirmation {
  recorder: Recorder;
  endpoint: Endpoint;
  connections: Dispatcher;
  spending: TrialSpending;
  signal: AbortSignal;
}

const PATIENCE_MS = 30_000;
const FEW_TOKENS = 16;
const QUESTION = "Answer with yes.";

/**
 * A key that is refused ends a campaign, so an agent must not be able to bring that about: what a provider refuses may also be what the
 * agent sent (a forbidden text, more tokens than there is money for). If its last request was refused in such a way, the provider is
 * asked the simplest thing there is.
 */
export async function confirmRefusal({ recorder, ...means }: Confirmation): Promise<void> {
  const last = recorder.record().exchanges.findLast(({ outcome }) => outcome !== "ended" && outcome !== "left");
  if (last?.outcome !== "provider_error" || !isPermanentStatus(last.http_status ?? 0)) return;
  for (const place of keyPlaces(last.format)) {
    const status = await statusOfOurOwn(last, place, means).catch(() => null);
    if (status === null || !isPermanentStatus(status)) return;
  }
  recorder.refusesUsToo();
}

async function statusOfOurOwn(
  { format, model }: WireExchange,
  place: ReturnType<typeof keyPlaces>[number],
  { endpoint, connections, spending, signal }: Omit<Confirmation, "recorder">,
): Promise<number | null> {
  const { path, body } = simplestQuestion(format, model);
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
  const text = await answer.body.text();
  const collector = resource.reader.collectAnswer(NOTHING_ASKED);
  collector.take(JSON.parse(text));
  const size = { requestBytes: bytes.length, answerBytes: text.length, pointsElsewhere: false };
  const price = believableUsage(collector.answer().usage, size).usage?.cost_usd ?? null;
  if (price !== null) spending.paid(price);
  return answer.statusCode;
}

const NOTHING_ASKED: WireRequest = { models: [], streamed: false, messages: [], tools: [], pointsElsewhere: false };

function simplestQuestion(format: WireFormat, model: string): { path: string; body: object } {
  const messages = [{ role: "user", content: QUESTION }];
  switch (format) {
    case "chat_completions":
      return { path: "/v1/chat/completions", body: { model, messages, max_tokens: FEW_TOKENS } };
    case "responses":
      return { path: "/v1/responses", body: { model, input: QUESTION, max_output_tokens: FEW_TOKENS } };
    case "messages":
      return { path: "/v1/messages", body: { model, messages, max_tokens: FEW_TOKENS } };
    case "generate_content": {
      const contents = [{ role: "user", parts: [{ text: QUESTION }] }];
      const body = { contents, generationConfig: { maxOutputTokens: FEW_TOKENS } };
      return { path: `/v1beta/models/${model}:generateContent`, body };
    }
  }
}
