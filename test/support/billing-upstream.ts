import type { ServerResponse } from "node:http";
import { MODEL } from "./wire-streams.ts";
import { startUpstream, type Upstream, type UpstreamRequest } from "./wire-upstream.ts";

/** How the provider goes on after it has charged for a request. */
export type Billed =
  /** Answers with so many tokens, after so many milliseconds. */
  { tokens?: number; afterMs?: number; priced?: boolean; cost?: number } | "breaks off" | "says nothing";

export interface BillingUpstream extends Upstream {
  /** Total charges in USD: each request in full as soon as it is received, even if its answer is not awaited. */
  billUsd(): number;
  dearestUsd(): number;
}

const USD_PER_INPUT_TOKEN = 3e-6;
const USD_PER_OUTPUT_TOKEN = 15e-6;

/** A provider that charges for what it receives, and says what it has charged at the end of its answer. */
export async function startBillingUpstream(
  script: (index: number, body: Record<string, unknown>) => Billed = () => ({}),
): Promise<BillingUpstream> {
  const bills: number[] = [];
  const serve = async ({ text }: UpstreamRequest, response: ServerResponse) => {
    const body = JSON.parse(text) as Record<string, unknown>;
    const billed = script(bills.length, body);
    const prompt = Math.ceil(Buffer.byteLength(text) / 4);
    const answers = typeof body.n === "number" ? body.n : 1;
    const most = typeof body.max_tokens === "number" ? body.max_tokens : 1_000;
    const each = typeof billed === "string" ? most : Math.min(most, billed.tokens ?? 5);
    const usd = prompt * USD_PER_INPUT_TOKEN + answers * each * USD_PER_OUTPUT_TOKEN;
    bills.push(usd);
    if (billed === "says nothing") return;
    if (billed === "breaks off") return void response.destroy();
    if (billed.afterMs) await new Promise((resolve) => setTimeout(resolve, billed.afterMs));
    const cost = billed.priced === false ? {} : { cost: billed.cost ?? usd };
    const completion_tokens = answers * each;
    response.writeHead(200, { "content-type": "text/event-stream" });
    const send = (event: unknown) => response.write(`data: ${JSON.stringify(event)}\n\n`);
    send({ model: MODEL, choices: [{ index: 0, delta: { content: "word ".repeat(completion_tokens) } }] });
    send({
      model: MODEL,
      choices: [{ index: 0, delta: {}, finish_reason: "stop" }],
      usage: { prompt_tokens: prompt, completion_tokens, total_tokens: prompt + completion_tokens, ...cost },
    });
    response.end("data: [DONE]\n\n");
  };
  const upstream = await startUpstream(serve);
  return {
    ...upstream,
    billUsd: () => bills.reduce((sum, usd) => sum + usd, 0),
    dearestUsd: () => Math.max(0, ...bills),
  };
}
