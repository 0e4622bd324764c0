import { expect, onTestFinished, test } from "vitest";
import { type Script, scriptedProvider } from "../../test/support/scripted-provider.ts";
import type { ChatRequest } from "./index.ts";
import { openGateways } from "./index.ts";

const request: ChatRequest = { model: "some/model", messages: [{ role: "user", content: "Hi" }], options: {} };
const settings = { timeoutSeconds: 5, retries: 0 };

async function gatewayFor(script: Script) {
  const provider = await scriptedProvider(script);
  const waits: number[] = [];
  const gateways = openGateways({
    env: { OPENROUTER_BASE_URL: provider.baseUrl, OPENROUTER_API_KEY: "key-12345678" },
    random: () => 0,
    sleep: async (milliseconds) => void waits.push(milliseconds),
  });
  onTestFinished(() => gateways.close());
  return { provider, waits, gateway: gateways.forModel("some/model") };
}

test("an answer carries text, usage with cached and reasoning tokens, cost, provider, finish reason and the raw JSON", async () => {
  const usage = {
    prompt_tokens: 20,
    completion_tokens: 7,
    total_tokens: 27,
    prompt_tokens_details: { cached_tokens: 12 },
    completion_tokens_details: { reasoning_tokens: 3 },
    cost: 0.0042,
  };
  const { gateway } = await gatewayFor([{ content: "Hello", usage, provider: "Upstream" }]);
  const outcome = await gateway.complete(request, settings);
  expect(outcome).toMatchObject({
    status: "answered",
    message: { content: "Hello", tool_calls: [] },
    finish_reason: "stop",
    usage: {
      prompt_tokens: 20,
      completion_tokens: 7,
      total_tokens: 27,
      cached_tokens: 12,
      reasoning_tokens: 3,
      cost_usd: 0.0042,
    },
    provider: "Upstream",
    model: "some/model",
    raw: { id: "gen-1", choices: [{ message: { content: "Hello" } }] },
    retries: [],
  });
});

test("the key, the model, the messages and every unknown option reach the provider untouched", async () => {
  const { gateway, provider } = await gatewayFor(["ok"]);
  const options = { temperature: 0, reasoning: { effort: "low" }, plugins: [{ id: "web", max_results: 2 }] };
  await gateway.complete({ ...request, options }, settings);
  expect(provider.requests).toMatchObject([
    { path: "/v1/chat/completions", headers: { authorization: "Bearer key-12345678" } },
  ]);
  expect(provider.requests[0]!.body).toEqual({ ...options, model: "some/model", messages: request.messages });
});
