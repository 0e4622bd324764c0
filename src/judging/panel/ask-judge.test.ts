import { expect, test } from "vitest";
import { type FakeSecret, fakeSecrets, leftOf } from "../../../test/support/secrets-corpus.ts";
import { openLedger, temporaryAccount } from "../../campaign/index.ts";
import type { Gateway } from "../../gateway/index.ts";
import { type ChatFailure, type ChatOutcome, type ChatRequest, problemOfRecord } from "../../records/index.ts";
import { openMemoryStore } from "../../store/index.ts";
import { createRedactor } from "../../text/index.ts";
import { askJudge, callIdentity, hashMessages, type JudgeQuestion } from "./ask-judge.ts";
import { type AskingOptions, openSession } from "./asking-session.ts";
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

/** A gateway that gives these outcomes in order and records its requests. */
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

function open(changes: Partial<AskingOptions> = {}) {
  return openSession({ store: openMemoryStore(), redact: createRedactor([]), ask: true, ...changes });
}

/** Makes one call of a judge with three attempts. */
async function askOf<Answer>(
  gateway: Gateway,
  { asked = question, contract = sayYes as Contract<Answer>, session = open(), attempts = 3, force = false } = {},
) {
  const { model, options } = asked;
  const settings = { repetitions: 1, sample_size: null, attempts, timeout_seconds: 1, retries: 0, repetitionOffset: 0 };
  const judge = { judge_run_id: "a", judge_id: "a", model, options, gateway, ...settings };
  const callId = callIdentity(asked, gateway.endpoint);
  return await askJudge({ callId, question: asked, contract, judge, attempts, force }, session);
}

test("a broken answer is asked again with the violations named, and both are kept", async () => {
  const gateway = scripted(says("maybe"), says("yes"));
  const { record } = await askOf(gateway);
  expect(record.result).toEqual({ status: "verdict", answer: "yes", repairs: [] });
  expect(record.attempts.map(({ violations }) => violations.length)).toEqual([1, 0]);
  expect(gateway.requests[1]?.messages.at(-1)?.content).toContain("expected yes, got maybe");
  expect(record.usage?.cost_usd).toBe(1);
});

test("a judge that never keeps its contract is invalid after the allowed attempts", async () => {
  const gateway = scripted(says("a"), says("b"), says("c"));
  const { record } = await askOf(gateway);
  expect(record.result).toEqual({
    status: "invalid",
    violations: [{ rule: "not_yes", path: "", message: "expected yes, got c" }],
  });
  expect(gateway.requests.length).toBe(3);
});

test("a stored verdict is reused without a call; a stored failure is not", async () => {
  const session = open();
  const first = await askOf(scripted(fails()), { session });
  expect(first.record.result.status).toBe("unanswered");
  const second = await askOf(scripted(says("yes")), { session });
  expect(second.reused).toBe(false);
  const third = await askOf(scripted(), { session });
  expect(third).toMatchObject({ reused: true, record: { result: { status: "verdict" } } });
});

test.each<[string, Partial<JudgeQuestion>]>([
  ["system prompt", { system: "Judge strictly." }],
  ["user message", { user: "{ }" }],
  ["model", { model: "acme/other" }],
  ["options", { options: { temperature: 0 } }],
  ["repetition", { repetition: 2 }],
])("another %s is another call", async (_, changes) => {
  const session = open();
  await askOf(scripted(says("yes")), { session });
  const other = await askOf(scripted(says("yes")), { asked: ask({ ...question, ...changes }), session });
  expect(other.reused).toBe(false);
});

test("a forced call that fails does not hide the verdict that was paid for", async () => {
  const session = open();
  await askOf(scripted(says("yes")), { session });
  const forced = await askOf(scripted(fails()), { session, force: true });
  expect(forced.record.result.status).toBe("unanswered");
  expect((await askOf(scripted(), { session })).reused).toBe(true);
});

test("a provider that refuses structured output is asked without it, at no attempt's cost", async () => {
  const contract = { ...sayYes, schema: { name: "yes", schema: { type: "string" } } };
  const gateway = scripted(fails({ http_status: 400 }), says("no"), says("yes"));
  const { record } = await askOf(gateway, { contract, attempts: 2 });
  expect(record.result.status).toBe("verdict");
  expect(gateway.requests.map((request) => "response_format" in request.options)).toEqual([true, false, false]);
  expect(record.attempts[0]).toMatchObject({ structured_output_refused: true });
});

test("what may not be asked is left unasked, with the reason, and nothing is stored", async () => {
  const gateway = scripted(says("yes"));
  const session = open();
  const refusing = scripted(fails({ http_status: 401, permanent: true, message: "the key was refused" }));
  await askOf(refusing, { asked: ask({ ...question, repetition: 2 }), session });
  const { record } = await askOf(gateway, { session });
  expect(record.result).toEqual({
    status: "not_asked",
    message: "not asked, because an earlier call was refused: the key was refused",
    because: "unreachable",
  });
  expect(gateway.requests).toEqual([]);
  expect(session.store.read("call", record.call_id)).toBeNull();
});

test("a call that the cost limit ends after a broken answer is stored as not asked, with the answer that was paid for", async () => {
  const gateway = scripted(says("maybe"), says("yes"));
  const ledger = openLedger({ maxCostUsd: 0.6, account: temporaryAccount() });
  const session = open({ ledger });
  const { record } = await askOf(gateway, { session });
  expect(record.result).toMatchObject({ status: "not_asked", because: "cost_limit" });
  const stored = session.store.read("call", record.call_id)!.value;
  expect(stored).toMatchObject({ result: record.result, usage: { cost_usd: 0.5 } });
  expect(problemOfRecord("call", stored)).toBeNull();
  expect(gateway.requests).toHaveLength(1);
});

test("a refusal of structured output is remembered, unless the plain question was refused too", async () => {
  const structured = { ...sayYes, schema: { name: "answer", schema: {} } };
  const refusal = fails({ http_status: 400 });
  const gateway = scripted(refusal, says("yes"), says("yes"));
  const session = open();
  await askOf(gateway, { contract: structured, session });
  await askOf(gateway, { contract: structured, session, asked: ask({ ...question, repetition: 2 }) });
  expect(gateway.requests.map((request) => "response_format" in request.options)).toEqual([true, false, false]);

  const stubborn = scripted(refusal, refusal, says("yes"));
  const other = open();
  await askOf(stubborn, { contract: structured, session: other });
  await askOf(stubborn, { contract: structured, session: other });
  expect(stubborn.requests.map((request) => "response_format" in request.options)).toEqual([true, false, true]);
});

test("a secret in a judge's answer is stored nowhere and sent to nobody, also when it is asked again", async () => {
  const [{ text: key }, other] = fakeSecrets("kinds") as [FakeSecret, FakeSecret];
  const session = open();
  const gateway = scripted(says(JSON.stringify({ why: `because\n${key}` })), says(`no ${other.text}`), says("yes"));
  const { record } = await askOf(gateway, { session });
  expect(leftOf([other, ...fakeSecrets("kinds").slice(0, 1)], JSON.stringify([record, gateway.requests]))).toEqual([]);
  expect(record.attempts[0]!.outcome).toMatchObject({ message: { content: '{"why":"because\\n[redacted]"}' } });
  const kept = session.store.read("call", record.call_id);
  expect(JSON.stringify(kept)).not.toContain(key);
});

test("a stored answer that holds a secret, because it was kept before, is read without it", async () => {
  const [{ text: key }] = fakeSecrets("kinds") as [FakeSecret];
  const store = openMemoryStore();
  const anything: Contract<string> = { check: (text) => ({ ok: true, answer: text, repairs: [] }) };
  const keepAll = createRedactor([], { patterns: false });
  const [before, now] = [open({ store, redact: keepAll }), open({ store })];
  await askOf(scripted(says(`it is ${key}`)), { contract: anything, session: before });
  const { record, reused } = await askOf(scripted(), { contract: anything, session: now });
  expect(reused).toBe(true);
  expect(record.result).toMatchObject({ answer: "it is [redacted]" });
  expect(JSON.stringify(record)).not.toContain(key);
});
