import { afterSmall, atOnce, SMALL, times, type WrittenOrder } from "./building-orders.ts";
import type { RequestOrder, World } from "./order.ts";

const LONG: RequestOrder = { ...SMALL, allows: 32_000, streamed: true };

/** Cases that a rule about sizes and prices may have overlooked: long outputs, unreported prices, and costs independent of size. */
export function unusualOrders(): WrittenOrder[] {
  return [...outputs(), ...withoutPrices(), ...pointers()];
}

function outputs(): WrittenOrder[] {
  const all: Partial<World> = { writes: 32_000, outputUsd: 60e-6 };
  const asking = (fields: Record<string, unknown>, changes: Partial<RequestOrder> = {}) =>
    afterSmall(16, times(32, { ...SMALL, allows: null, fields, ...changes }));
  return [
    { name: "long answers at once after a short one", trials: afterSmall(16, times(32, LONG)), world: all },
    {
      name: "sixteen answers to each request",
      trials: afterSmall(8, times(16, { ...LONG, allows: 2_000, answers: 16 })),
      world: all,
    },
    {
      name: "candidates of generate content",
      trials: afterSmall(8, times(16, { ...LONG, format: "generate_content", allows: 2_000, answers: 16 })),
      world: all,
    },
    {
      name: "a limit of one token beside one of many",
      trials: asking({ max_tokens: 1, max_completion_tokens: 16_000 }),
      world: all,
    },
    { name: "a limit as text", trials: asking({ max_tokens: "16000" }), world: all },
    { name: "a number of answers as text", trials: asking({ n: "16", max_tokens: 1_000 }), world: all },
    { name: "the best of sixteen answers", trials: asking({ best_of: 16, max_tokens: 1_000 }), world: all },
    { name: "a limit that is no whole number", trials: asking({ max_tokens: 15_999.5 }), world: all },
    { name: "a limit without end", trials: asking({ max_tokens: 1e300 }), world: all },
    {
      name: "a configuration in the other spelling",
      trials: asking(
        {
          generation_config: { max_output_tokens: 2_000, candidate_count: 8 },
          generationConfig: { maxOutputTokens: 1 },
        },
        { format: "generate_content" },
      ),
      world: all,
    },
  ];
}

function withoutPrices(): WrittenOrder[] {
  const tellings = ["never", "negative", "huge", "not_a_number", "in_words"] as const;
  const requests = times(24, { ...SMALL, size: 100_000 });
  return [
    ...tellings.map((telling) => ({
      name: `24 at once, and the price is told as ${telling}`,
      trials: atOnce(24, requests),
      world: { telling },
      limitUsd: 0.05,
    })),
    {
      name: "streams that tell their price only when asked to",
      trials: afterSmall(8, times(24, { ...SMALL, size: 100_000, streamed: true })),
      world: { telling: "streams_on_request" as const },
      limitUsd: 0.2,
    },
    {
      name: "lengths are asked for between the requests",
      trials: atOnce(
        8,
        Array.from({ length: 48 }, (_, at) => ({
          ...SMALL,
          format: "messages" as const,
          size: 100_000,
          counts: at % 2 === 0,
        })),
      ),
      limitUsd: 0.2,
    },
  ];
}

function pointers(): WrittenOrder[] {
  const pictures = {
    messages: [{ role: "user", content: [{ type: "image_url", image_url: { url: "https://x.example/a.png" } }] }],
  };
  return [
    {
      name: "pictures by their address after a plain question",
      trials: afterSmall(16, times(32, { ...SMALL, fields: pictures })),
      world: { tokensElsewhere: 100_000 },
    },
    {
      name: "earlier answers by their name",
      trials: afterSmall(16, times(32, { ...SMALL, format: "responses", fields: { previous_response_id: "resp_1" } })),
      world: { tokensElsewhere: 100_000 },
    },
    {
      name: "a tool of the provider with a price of its own",
      trials: afterSmall(16, times(64, { ...SMALL, fields: { plugins: [{ id: "web" }] } })),
      world: { toolUsd: 0.1 },
    },
  ];
}
