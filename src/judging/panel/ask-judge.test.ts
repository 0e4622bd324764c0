import { expect, test } from "vitest";
import { type FakeSecret, fakeSecrets, leftOf } from "../../../test/support/secrets-corpus.ts";
import type { Gateway } from "../../gateway/index.ts";
import type { ChatFailure, ChatOutcome, ChatRequest } from "../../records/index.ts";
import { openMemoryStore } from "../../store/index.ts";
import { createRedactor } from "../../text/index.ts";
import { type AskOptions, askJudge, hashMessages, type JudgeQuestion } from "./ask-judge.ts";
import type { Contract } from "./contract.ts";

const question = ask({ system: "Judge.", user: "{}", model: "acme/judge", options: {}, repetition: 1 });

function ask(asked: Omit<JudgeQuestion, "hashes">): JudgeQuestion {
  return { ...asked, hashes: hashMessages(asked) };
}

const sayYes: Contract<string> = {
  check: (text) =>
    text === "yes"
      ? { ok: true, answer: text, repairs: [] }
      : { ok: false, violations: [{ rule: "not_yes", path: "", message: `expected yes, got ${text}` }] },
};

function says(content: string): ChatOutcome {
  const usage = {
    prompt_tokens: 1,
    completion_tokens: 1,
    total_tokens: 2,
    cached_tokens: 0,
    reasoning_tokens: 0,
    cost_usd: 0.5,
  };
  const answered = { finish_reason: "stop", usage, provider: null, model: null, raw: {}, latency_ms: 1, retries: [] };
  return { status: "answered", message: { content, tool_calls: [] }, ...answered };
}

function fails(changes: Partial<ChatFailure> = {}): ChatOutcome {
  const failure = { http_status: 500, raw: null, latency_ms: 1, retries: [], permanent: false };
  return { status: "provider_error", message: "down", ...failure, ...changes };
}

/** A gateway that gives these outcomes one after the other and remembers what it was asked. */
function scripted(...outcomes: ChatOutcome[]): Gateway & { requests: ChatRequest[] } {
  const requests: ChatRequest[] = [];
  return {
    endpoint: "https://judge.example/v1",
    offline: false,
    requests,
    complete: async (request) => {
      requests.push(request);
      return outcomes[requests.length - 1] ?? fails({ message: "asked too often" });
    },
  };
}

function options(gateway: Gateway, changes: Partial<AskOptions> = {}): AskOptions {
  return {
    gateway,
    store: openMemoryStore(),
    redact: createRedactor([]),
    attempts: 3,
    timeoutSeconds: 1,
    retries: 0,
    ...changes,
  };
}

test("a broken answer is asked again with the violations named, and both are kept", async () => {
  const gateway = scripted(says("maybe"), says("yes"));
  const { record } = await askJudge(question, sayYes, options(gateway));
  expect(record.result).toEqual({ status: "verdict", answer: "yes", repairs: [] });
  expect(record.attempts.map(({ violations }) => violations.length)).toEqual([1, 0]);
  expect(gateway.requests[1]?.messages.at(-1)?.content).toContain("expected yes, got maybe");
  expect(record.usage?.cost_usd).toBe(1);
});

test("a judge that never keeps its contract is invalid after the allowed attempts", async () => {
  const gateway = scripted(says("a"), says("b"), says("c"));
  const { record } = await askJudge(question, sayYes, options(gateway));
  expect(record.result).toEqual({
    status: "invalid",
    violations: [{ rule: "not_yes", path: "", message: "expected yes, got c" }],
  });
  expect(gateway.requests.length).toBe(3);
});

test("a stored verdict is reused without a call; a stored failure is not", async () => {
  const store = openMemoryStore();
  const first = await askJudge(question, sayYes, options(scripted(fails()), { store }));
  expect(first.record.result.status).toBe("unanswered");
  const second = await askJudge(question, sayYes, options(scripted(says("yes")), { store }));
  expect(second.reused).toBe(false);
  const third = await askJudge(question, sayYes, options(scripted(), { store }));
  expect(third).toMatchObject({ reused: true, record: { result: { status: "verdict" } } });
});

test.each<[string, Partial<JudgeQuestion>]>([
  ["system prompt", { system: "Judge strictly." }],
  ["user message", { user: "{ }" }],
  ["model", { model: "acme/other" }],
  ["options", { options: { temperature: 0 } }],
  ["repetition", { repetition: 2 }],
])("another %s is another call", async (_, changes) => {
  const store = openMemoryStore();
  await askJudge(question, sayYes, options(scripted(says("yes")), { store }));
  const other = await askJudge(ask({ ...question, ...changes }), sayYes, options(scripted(says("yes")), { store }));
  expect(other.reused).toBe(false);
});

test("a forced call that fails does not hide the verdict that was paid for", async () => {
  const store = openMemoryStore();
  await askJudge(question, sayYes, options(scripted(says("yes")), { store }));
  const forced = await askJudge(question, sayYes, options(scripted(fails()), { store, force: true }));
  expect(forced.record.result.status).toBe("unanswered");
  expect((await askJudge(question, sayYes, options(scripted(), { store }))).reused).toBe(true);
});

test("a provider that refuses structured output is asked without it, at no attempt's cost", async () => {
  const contract = { ...sayYes, schema: { name: "yes", schema: { type: "string" } } };
  const gateway = scripted(fails({ http_status: 400 }), says("no"), says("yes"));
  const { record } = await askJudge(question, contract, options(gateway, { attempts: 2 }));
  expect(record.result.status).toBe("verdict");
  expect(gateway.requests.map((request) => "response_format" in request.options)).toEqual([true, false, false]);
  expect(record.attempts[0]).toMatchObject({ structured_output_refused: true });
});

test("what may not be asked is left unasked, with the reason, and nothing is stored", async () => {
  const gateway = scripted(says("yes"));
  const store = openMemoryStore();
  const { record } = await askJudge(question, sayYes, options(gateway, { store, mayAsk: () => "the key was refused" }));
  expect(record.result).toMatchObject({ status: "unanswered", message: "the key was refused" });
  expect(gateway.requests).toEqual([]);
  expect(store.read("call", record.call_id)).toBeNull();
});

test("a refusal of structured output is remembered, unless the plain question was refused too", async () => {
  const structured = { ...sayYes, schema: { name: "answer", schema: {} } };
  const refusal = fails({ http_status: 400 });
  const gateway = scripted(refusal, says("yes"), says("yes"));
  await askJudge(question, structured, options(gateway));
  await askJudge({ ...question, repetition: 2 }, structured, options(gateway));
  expect(gateway.requests.map((request) => "response_format" in request.options)).toEqual([true, false, false]);

  const stubborn = scripted(refusal, refusal, says("yes"));
  await askJudge(question, structured, options(stubborn));
  await askJudge(question, structured, options(stubborn));
  expect(stubborn.requests.map((request) => "response_format" in request.options)).toEqual([true, false, true]);
});

test("a secret in a judge's answer is stored nowhere and sent to nobody, also when it is asked again", async () => {
  const [{ text: key }, other] = fakeSecrets("kinds") as [FakeSecret, FakeSecret];
  const store = openMemoryStore();
  const gateway = scripted(says(JSON.stringify({ why: `because\n${key}` })), says(`no ${other.text}`), says("yes"));
  const { record } = await askJudge(question, sayYes, options(gateway, { store }));
  expect(leftOf([other, ...fakeSecrets("kinds").slice(0, 1)], JSON.stringify([record, gateway.requests]))).toEqual([]);
  expect(record.attempts[0]!.outcome).toMatchObject({ message: { content: '{"why":"because\\n[redacted]"}' } });
  const kept = store.read("call", record.call_id);
  expect(JSON.stringify(kept)).not.toContain(key);
});

test("a stored answer that holds a secret, because it was kept before, is read without it", async () => {
  const [{ text: key }] = fakeSecrets("kinds") as [FakeSecret];
  const store = openMemoryStore();
  const anything: Contract<string> = { check: (text) => ({ ok: true, answer: text, repairs: [] }) };
  const keepAll = createRedactor([], { patterns: false });
  await askJudge(question, anything, options(scripted(says(`it is ${key}`)), { store, redact: keepAll }));
  const { record, reused } = await askJudge(question, anything, options(scripted(), { store }));
  expect(reused).toBe(true);
  expect(record.result).toMatchObject({ answer: "it is [redacted]" });
  expect(JSON.stringify(record)).not.toContain(key);
});
