import type { Resource } from "../../../src/proxy/wire/resource.ts";
import type { PricedAnswer } from "./answers.ts";
import { allowedOutput } from "./asked-body.ts";
import { rateAt, USUAL_TOKENS, type World } from "./order.ts";

/** The content of a model's answer, if it matters. */
export type ContentOf = (body: Record<string, unknown>) => string | null;

export interface RequestToPrice {
  text: string;
  resource: Extract<Resource, { kind: "answer" }>;
  world: World;
  /** How many requests were charged before it. */
  index: number;
  contentOf: ContentOf;
}

export interface PricedRequest {
  model: string;
  answer: PricedAnswer;
  /** The charge when the client hangs up: everything that it allowed. */
  allowedUsd: number;
}

/** Charges the input by its size and the output by what is written. */
export function priceRequest({ text, resource, world, index, contentOf }: RequestToPrice): PricedRequest {
  const body = JSON.parse(text) as Record<string, unknown>;
  const model = String(body.model ?? resource.model);
  const { tokens, answers } = allowedOutput(body);
  const allowed = (tokens ?? USUAL_TOKENS) * answers;
  const content = contentOf(body);
  const outputTokens = content === null ? Math.min(world.writes * answers, allowed) : Math.ceil(content.length / 4);
  const inputTokens = Math.ceil(text.length / 4) + (POINTS_ELSEWHERE.test(text) ? (world.tokensElsewhere ?? 0) : 0);
  const fee = USES_A_TOOL.test(text) ? (world.toolUsd ?? 0) : 0;
  const rate = rateAt(world.course, index);
  const price = (output: number) => (fee + inputTokens * world.inputUsd + output * world.outputUsd) * rate;
  const options = body.stream_options as { include_usage?: unknown } | undefined;
  return {
    model,
    answer: {
      format: resource.reader.format,
      streamed: resource.streamed || body.stream === true,
      inputTokens,
      outputTokens,
      answers,
      usd: price(outputTokens),
      telling: world.telling,
      asksForUsage: options?.include_usage === true,
      index,
      content,
    },
    allowedUsd: price(allowed),
  };
}

const POINTS_ELSEWHERE = /"image_url"|"previous_response_id"|"fileData"/;
const USES_A_TOOL = /"plugins"|"web_search|"googleSearch"/;
