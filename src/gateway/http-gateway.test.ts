import { gzipSync } from "node:zlib";
import { describe, expect, onTestFinished, test } from "vitest";
import { type Script, type ScriptedAnswer, scriptedProvider } from "../../test/support/scripted-provider.ts";
import { type FakeSecret, fakeSecrets, leftOf } from "../../test/support/secrets-corpus.ts";
import type { ChatRequest } from "../records/index.ts";
import { openGateways } from "./index.ts";

const request: ChatRequest = { model: "some/model", messages: [{ role: "user", content: "Hi" }], options: {} };
const settings = { timeoutSeconds: 5, retries: 0 };
const KEY = "key-0123456789";

async function gatewayFor(script: Script) {
  const provider = await scriptedProvider(script);
  const waits: number[] = [];
  let now = 0;
  const gateways = openGateways({
    env: { OPENROUTER_BASE_URL: provider.baseUrl, OPENROUTER_API_KEY: KEY },
    random: () => 0,
    now: () => now,
    sleep: async (milliseconds) => {
      waits.push(milliseconds);
      now += milliseconds;
    },
  });
  onTestFinished(() => gateways.close());
  return { provider, waits, gateway: gateways.forModel("some/model") };
}

const withMessage = (message: unknown) => ({ status: 200, body: { choices: [{ message, finish_reason: "stop" }] } });

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
  await gateway.complete({ ...request, options, repetition: 3 }, settings);
  expect(provider.requests).toMatchObject([
    { path: "/v1/chat/completions", headers: { authorization: `Bearer ${KEY}` } },
  ]);
  expect(provider.requests[0]!.body).toEqual({ ...options, model: "some/model", messages: request.messages });
});

describe("retries", () => {
  test.each([408, 409, 425, 429, 500, 502, 503, 504, 529])("%i is retried, and the answer counts", async (status) => {
    const { gateway, provider } = await gatewayFor([{ status }, "late but there"]);
    const outcome = await gateway.complete(request, { ...settings, retries: 1 });
    expect(outcome).toMatchObject({
      status: "answered",
      message: { content: "late but there" },
      retries: [{ attempt: 1, http_status: status }],
    });
    expect(provider.requests).toHaveLength(2);
  });

  test.each([400, 401, 402, 403, 404, 405, 413, 422])("%i is final", async (status) => {
    const { gateway, provider } = await gatewayFor([{ status }, "never asked for"]);
    const outcome = await gateway.complete(request, { ...settings, retries: 3 });
    expect(outcome).toMatchObject({ status: "provider_error", http_status: status, retries: [] });
    expect(provider.requests).toHaveLength(1);
  });

  test.each([
    [401, true],
    [402, true],
    [403, true],
    [404, true],
    [400, false],
    [500, false],
  ])("%i says that no later call can succeed: %s", async (status, permanent) => {
    const { gateway } = await gatewayFor([{ status }]);
    expect(await gateway.complete(request, settings)).toMatchObject({ permanent });
  });

  test("a 403 about this one input does not condemn the next", async () => {
    const body = { error: { code: 403, message: "flagged", metadata: { reasons: ["violence"] } } };
    const { gateway } = await gatewayFor([{ status: 403, body }]);
    expect(await gateway.complete(request, settings)).toMatchObject({ http_status: 403, permanent: false });
  });

  test("waits double from half a second, and every retry is told as it happens", async () => {
    const { gateway, waits } = await gatewayFor([
      { status: 500 },
      { status: 503 },
      { cut: "before_headers", status: 0 },
      "ok",
    ]);
    const told: unknown[] = [];
    await gateway.complete(request, { ...settings, retries: 5, onRetry: (retry) => told.push(retry) });
    expect(waits).toEqual([250, 500, 1000]);
    expect(told).toMatchObject([
      { attempt: 1, http_status: 500, wait_ms: 250 },
      { attempt: 2, http_status: 503, wait_ms: 500 },
      { attempt: 3, http_status: null, wait_ms: 1000 },
    ]);
  });

  test("Retry-After is waited for", async () => {
    const { gateway, waits } = await gatewayFor([{ status: 429, headers: { "retry-after": "7" } }, "ok"]);
    await gateway.complete(request, { ...settings, retries: 1 });
    expect(waits).toEqual([7000]);
  });

  test("a server that says when to come back is left alone by every request to that model", async () => {
    const { gateway, waits } = await gatewayFor([{ status: 429, headers: { "retry-after": "7" } }, "ok"]);
    await gateway.complete(request, settings);
    await gateway.complete({ ...request, model: "another" }, settings);
    expect(waits).toEqual([]);
    await gateway.complete(request, settings);
    expect(waits).toEqual([7000]);
  });

  test("when retries are used up, the message says how often it was asked", async () => {
    const { gateway } = await gatewayFor([{ status: 503, body: { error: { message: "overloaded" } } }]);
    expect(await gateway.complete(request, { ...settings, retries: 2 })).toMatchObject({
      status: "provider_error",
      http_status: 503,
      message: expect.stringMatching(/answered 503: overloaded \(asked 3 times\)$/),
    });
  });

  test("an interrupt ends the waiting", async () => {
    const provider = await scriptedProvider([{ status: 429, headers: { "retry-after": "60" } }]);
    const gateways = openGateways({ env: { OPENROUTER_BASE_URL: provider.baseUrl, OPENROUTER_API_KEY: KEY } });
    onTestFinished(() => gateways.close());
    const interrupt = new AbortController();
    const outcome = await gateways
      .forModel("some/model")
      .complete(request, { ...settings, retries: 5, signal: interrupt.signal, onRetry: () => interrupt.abort() });
    expect(outcome.status).toBe("interrupted");
    expect(provider.requests).toHaveLength(1);
  });
});

describe("time", () => {
  const brief = { timeoutSeconds: 0.15, retries: 0 };

  test.each<[string, ScriptedAnswer]>([
    ["never answers", { status: 200, hang: "before_headers" }],
    ["stops in the middle of its body", { status: 200, body: "0123456789", hang: "in_body" }],
    ["trickles its body", { status: 200, body: "x".repeat(1000), trickleEveryMs: 20 }],
  ])("a provider that %s is timed out", async (_, answer) => {
    const { gateway } = await gatewayFor([answer]);
    expect(await gateway.complete(request, brief)).toMatchObject({
      status: "timed_out",
      message: expect.stringContaining("gave no complete answer within 0.15 s"),
    });
  });

  test("a time-out is retried", async () => {
    const { gateway } = await gatewayFor([{ status: 200, hang: "before_headers" }, "ok"]);
    expect(await gateway.complete(request, { ...brief, retries: 1 })).toMatchObject({ status: "answered" });
  });

  test("an interrupt ends a request in flight", async () => {
    const interrupt = new AbortController();
    const { gateway } = await gatewayFor(() => {
      interrupt.abort();
      return { status: 200, hang: "before_headers" };
    });
    const outcome = await gateway.complete(request, { timeoutSeconds: 60, retries: 5, signal: interrupt.signal });
    expect(outcome.status).toBe("interrupted");
  });

  test("nothing is sent when the interrupt came first", async () => {
    const { gateway, provider } = await gatewayFor(["ok"]);
    const outcome = await gateway.complete(request, { ...settings, signal: AbortSignal.abort() });
    expect(outcome.status).toBe("interrupted");
    expect(provider.requests).toHaveLength(0);
  });
});

describe("connections", () => {
  test("nobody listening is a provider error that names the address", async () => {
    const gateways = openGateways({ env: {} });
    onTestFinished(() => gateways.close());
    const gateway = gateways.forModel("m", { base_url: "http://127.0.0.1:9/v1" });
    expect(await gateway.complete(request, settings)).toMatchObject({
      status: "provider_error",
      http_status: null,
      message: expect.stringMatching(/^The connection to http:\/\/127\.0\.0\.1:9\/v1 failed: .*ECONNREFUSED/),
    });
  });

  test.each(["before_headers", "in_body"] as const)("a connection cut %s is retried", async (cut) => {
    const { gateway } = await gatewayFor([{ status: 200, body: "0123456789", cut }, "ok"]);
    expect(await gateway.complete(request, { ...settings, retries: 1 })).toMatchObject({
      status: "answered",
      retries: [{ http_status: null, reason: expect.stringMatching(/^The connection to .* failed/) }],
    });
  });

  test("a redirect is not followed, because it would carry the key elsewhere", async () => {
    const { gateway, provider } = await gatewayFor([
      { status: 308, headers: { location: "https://elsewhere.example" } },
    ]);
    expect(await gateway.complete(request, settings)).toMatchObject({
      status: "provider_error",
      message: expect.stringContaining("It redirects to https://elsewhere.example."),
    });
    expect(provider.requests).toHaveLength(1);
  });
});

describe("answers that are none", () => {
  test.each<[string, ScriptedAnswer, RegExp]>([
    ["an empty body", { status: 200, body: "" }, /answered 200 with an empty body/],
    [
      "a web page",
      { status: 200, body: "<!DOCTYPE html><title>Sign in</title>", headers: { "content-type": "text/html" } },
      /a web page \("Sign in"\) instead of JSON/,
    ],
    ["cut-off JSON", { status: 200, body: '{"choices":[{"mess' }, /JSON that is cut off or broken, ending in .*mess/],
    ["plain text", { status: 200, body: "upstream down" }, /text that is not JSON: "upstream down"/],
    ["a stream", { status: 200, body: "data: {}\n\n" }, /a stream of events/],
    ["a JSON list", { status: 200, body: "[]" }, /answered 200 with/],
    ["null", { status: 200, body: "null" }, /answered 200 with/],
    ["no choices", { status: 200, body: {} }, /it has no list of choices/],
    ["empty choices", { status: 200, body: { choices: [] } }, /an empty list of choices/],
    ["a null message", withMessage(null), /a choice that holds no message/],
    ["a numeric content", withMessage({ content: 42 }), /content is neither text nor a list of text parts/],
    ["bottomless JSON", { status: 200, body: '{"a":'.repeat(100_000) }, /answered 200 with JSON that is cut off/],
    ["deep JSON", { status: 200, body: `${'{"a":'.repeat(5000)}1${"}".repeat(5000)}` }, /answered 200 with/],
    [
      "broken gzip",
      { status: 200, body: "no gzip", headers: { "content-encoding": "gzip" } },
      /cannot be decompressed/,
    ],
  ])("%s is a provider error in words", async (_, answer, message) => {
    const { gateway, provider } = await gatewayFor([answer]);
    const outcome = await gateway.complete(request, { ...settings, retries: 2 });
    expect(outcome).toMatchObject({ status: "provider_error", http_status: 200, permanent: false });
    expect((outcome as { message: string }).message).toMatch(message);
    expect(provider.requests).toHaveLength(1);
    expect(() => JSON.stringify(outcome)).not.toThrow();
  });

  test("an error inside a 200 is an error, retried when its code says so", async () => {
    const { gateway } = await gatewayFor([
      { status: 200, body: { error: { code: 502, message: "bad", metadata: { provider_name: "Up", raw: "oops" } } } },
      { status: 200, body: { choices: [{ message: { content: "half an" }, error: { code: 429, message: "slow" } }] } },
      { status: 200, body: { error: { code: 402, message: "no credits" } } },
    ]);
    expect(await gateway.complete(request, { ...settings, retries: 5 })).toMatchObject({
      status: "provider_error",
      http_status: 402,
      permanent: true,
      message: expect.stringMatching(
        /answered 200 with an error inside: no credits .*no credit left\. \(asked 3 times\)/,
      ),
      retries: [
        { http_status: 502, reason: expect.stringContaining("bad (Up: oops)") },
        { http_status: 429, reason: expect.stringContaining("slow") },
      ],
    });
  });

  test.each([["words only"], [{ type: "overloaded" }]])("an error without a code is final: %j", async (error) => {
    const { gateway, provider } = await gatewayFor([{ status: 200, body: { error } }]);
    const outcome = await gateway.complete(request, { ...settings, retries: 2 });
    expect(outcome).toMatchObject({ status: "provider_error", http_status: 200 });
    expect(provider.requests).toHaveLength(1);
  });

  test("a body over 64 MB is not read to its end", async () => {
    const { gateway } = await gatewayFor([{ status: 200, body: Buffer.alloc(65 * 1024 * 1024, 32) }]);
    expect(await gateway.complete(request, { ...settings, timeoutSeconds: 20 })).toMatchObject({
      status: "provider_error",
      message: expect.stringContaining("more than 64 MB"),
    });
  });

  test("a small body that unpacks to over 64 MB is refused", async () => {
    const body = gzipSync(Buffer.alloc(70 * 1024 * 1024));
    const { gateway } = await gatewayFor([{ status: 200, body, headers: { "content-encoding": "gzip" } }]);
    expect(await gateway.complete(request, { ...settings, timeoutSeconds: 20 })).toMatchObject({
      status: "provider_error",
      message: expect.stringContaining("more than 64 MB"),
    });
  });
});

describe("unusual answers that are fine", () => {
  test("JSON under another content type", async () => {
    const answer = { ...withMessage({ content: "ok" }), headers: { "content-type": "text/plain" } };
    const { gateway } = await gatewayFor([answer]);
    expect(await gateway.complete(request, settings)).toMatchObject({ message: { content: "ok" } });
  });

  test("a compressed body", async () => {
    const body = gzipSync(JSON.stringify(withMessage({ content: "packed" }).body));
    const { gateway } = await gatewayFor([{ status: 200, body, headers: { "content-encoding": "gzip" } }]);
    expect(await gateway.complete(request, settings)).toMatchObject({ message: { content: "packed" } });
  });

  test("content in parts", async () => {
    const content = [
      { type: "text", text: "one, " },
      { type: "text", text: "two" },
    ];
    const { gateway } = await gatewayFor([withMessage({ content })]);
    expect(await gateway.complete(request, settings)).toMatchObject({ message: { content: "one, two" } });
  });

  test("a refusal is the subject's answer", async () => {
    const { gateway } = await gatewayFor([withMessage({ content: null, refusal: "I can't help with that." })]);
    expect(await gateway.complete(request, settings)).toMatchObject({
      message: { content: "I can't help with that." },
    });
  });

  test("5 MB of unicode arrive whole", async () => {
    const content = "naïve 漢字 🦉 \u202Ereversed\u202C \u0000 ".repeat(130_000);
    const { gateway } = await gatewayFor([content]);
    const outcome = await gateway.complete(request, settings);
    expect(outcome.status === "answered" && outcome.message.content === content).toBe(true);
  });

  test("invalid UTF-8 and half surrogates become replacement characters", async () => {
    const [before, after] = ['{"choices":[{"message":{"content":"a', 'b\\ud83dc"}}]}'];
    const body = Buffer.concat([Buffer.from(before), Buffer.from([0xff]), Buffer.from(after)]);
    const { gateway } = await gatewayFor([{ status: 200, body }]);
    expect(await gateway.complete(request, settings)).toMatchObject({ message: { content: "a\uFFFDb\uFFFDc" } });
  });

  test("usage that is missing or nonsense is not made up", async () => {
    const { gateway } = await gatewayFor([
      { status: 200, body: { choices: [{ message: { content: "x" } }] } },
      { content: "x", usage: { prompt_tokens: "many", completion_tokens: -1, cost: "free" } },
    ]);
    expect(await gateway.complete(request, settings)).toMatchObject({ usage: null });
    expect(await gateway.complete(request, settings)).toMatchObject({
      usage: { prompt_tokens: 0, completion_tokens: 0, total_tokens: 0, cost_usd: null },
    });
  });

  test("tool calls in every spelling become one shape", async () => {
    const tool_calls = [
      { id: "a", type: "function", function: { name: "read_file", arguments: '{"path":"x"}' } },
      { function: { name: "read_file", arguments: { path: "y" } } },
      { id: "c", function: { name: "list_files" } },
      { id: "d", name: "list_files", arguments: "" },
      { id: "e", function: {} },
      "nonsense",
    ];
    const { gateway } = await gatewayFor([withMessage({ content: null, tool_calls })]);
    const call = (id: string, name: string, args: string) => ({
      id,
      type: "function",
      function: { name, arguments: args },
    });
    expect(await gateway.complete(request, settings)).toMatchObject({
      message: {
        tool_calls: [
          call("a", "read_file", '{"path":"x"}'),
          call("call_2", "read_file", '{"path":"y"}'),
          call("c", "list_files", "{}"),
          call("d", "list_files", "{}"),
          call("e", "", "{}"),
          call("call_6", "", "{}"),
        ],
      },
    });
  });

  test("reasoning that has to come back with the next turn is kept", async () => {
    const reasoning_details = [{ type: "reasoning.encrypted", data: "abc" }];
    const { gateway } = await gatewayFor([withMessage({ content: "x", reasoning_details })]);
    expect(await gateway.complete(request, settings)).toMatchObject({ message: { reasoning_details } });
  });
});

test("an answer that is no error keeps what looks like a key: it is what is measured", async () => {
  const [{ text: lookalike }] = fakeSecrets("kinds") as [FakeSecret];
  const { gateway } = await gatewayFor([`here: ${lookalike}`]);
  expect(await gateway.complete(request, settings)).toMatchObject({ message: { content: `here: ${lookalike}` } });
});

test("what looks like a key stands in no error, not even half of it where a long one is cut", async () => {
  const secrets = fakeSecrets("kinds");
  for (const length of [0, 270, 285, 296]) {
    const message = `${"x".repeat(length)} ${secrets.map(({ text }) => text).join("\n")}`;
    const { gateway } = await gatewayFor([
      { status: 400, body: { error: { message } } },
      { status: 400, body: message },
    ]);
    const refused = [await gateway.complete(request, settings), await gateway.complete(request, settings)];
    expect(leftOf(secrets, JSON.stringify(refused))).toEqual([]);
  }
});

test("a key that the provider echoes in escapes of its own stands nowhere", async () => {
  const escapes = [...KEY].map((letter) => `\\u00${letter.charCodeAt(0).toString(16)}`).join("");
  const { gateway } = await gatewayFor([
    { status: 200, body: `{"choices":[{"message":{"content":"it is ${escapes}"}}]}` },
  ]);
  const answered = await gateway.complete(request, settings);
  expect(answered).toMatchObject({ message: { content: "it is [redacted]" } });
  expect(JSON.stringify(answered)).not.toContain(KEY);
});

test("a key that the provider echoes stands in no message and no raw record", async () => {
  const { gateway } = await gatewayFor([
    { status: 401, body: { error: { message: `Incorrect API key provided: ${KEY}` }, echo: { [KEY]: KEY } } },
    `my key is ${KEY}`,
  ]);
  const refused = await gateway.complete(request, settings);
  expect(refused).toMatchObject({ message: expect.stringContaining("Incorrect API key provided: [redacted] Check") });
  expect(JSON.stringify(refused)).not.toContain(KEY);
  expect(JSON.stringify(await gateway.complete(request, settings))).not.toContain(KEY);
});

test("a provider that admits few at once is met with fewer and fewer, and everything is answered", async () => {
  let active = 0;
  let refused = 0;
  const { gateway } = await gatewayFor(async () => {
    if (active >= 4) {
      refused++;
      return { status: 429 };
    }
    active++;
    await new Promise((resolve) => setTimeout(resolve, 5));
    active--;
    return "ok";
  });
  const outcomes = await Promise.all(
    Array.from({ length: 200 }, () => gateway.complete(request, { ...settings, timeoutSeconds: 20, retries: 50 })),
  );
  expect(outcomes.every(({ status }) => status === "answered")).toBe(true);
  expect(refused).toBeLessThan(200);
});

test("a model that is slow keeps nobody else waiting", async () => {
  const { gateway } = await gatewayFor(({ body }) =>
    body.model === "slow" ? { status: 200, hang: "before_headers" } : "quick",
  );
  const interrupt = new AbortController();
  const slow = Array.from({ length: 100 }, () =>
    gateway.complete({ ...request, model: "slow" }, { timeoutSeconds: 60, retries: 0, signal: interrupt.signal }),
  );
  expect(await gateway.complete({ ...request, model: "quick" }, settings)).toMatchObject({ status: "answered" });
  interrupt.abort();
  expect(new Set((await Promise.all(slow)).map(({ status }) => status))).toEqual(new Set(["interrupted"]));
});
