import { expect, test } from "vitest";
import type { Gateway } from "../../gateway/index.ts";
import type { ChatOutcome } from "../../records/index.ts";
import { createCostLimit } from "./cost-limit.ts";

/** A gateway whose calls end when the test says so, at the cost it says. */
function scripted(options: { offline?: boolean } = {}) {
  const pending: ((outcome: ChatOutcome) => void)[] = [];
  const gateway: Gateway = {
    endpoint: "https://api.example/v1",
    offline: options.offline ?? false,
    complete: () => new Promise((resolve) => pending.push(resolve)),
  };
  const end = async (costUsd: number | null) => {
    pending.shift()!(answered(costUsd));
    await settled();
  };
  return { gateway, end, pending };
}

const settled = () => new Promise((resolve) => setTimeout(resolve));
const request = { model: "m", messages: [], options: {} };
const settings = { timeoutSeconds: 1, retries: 0 };

function answered(costUsd: number | null): ChatOutcome {
  const usage = {
    prompt_tokens: 1,
    completion_tokens: 1,
    total_tokens: 2,
    cached_tokens: 0,
    reasoning_tokens: 0,
    cost_usd: costUsd,
  };
  const message = { content: "", tool_calls: [] };
  const rest = { finish_reason: "stop", provider: null, model: null, raw: null, latency_ms: 0, retries: [] };
  return { status: "answered", message, usage, ...rest };
}

test("stops before a call that would cross the limit, at the price of the calls so far", async () => {
  const limit = createCostLimit(1);
  const { gateway, end } = scripted();
  const guard = limit.guard(gateway);
  const asked: boolean[] = [];
  for (let call = 0; call < 5; call++) {
    const allowed = await guard.mayAsk(100);
    asked.push(allowed);
    if (!allowed) continue;
    const answer = guard.gateway.complete(request, settings);
    await end(0.3);
    await answer;
  }
  // A next call is expected to cost 0.375 with headroom: that fits after 0.6, and no more after 0.9.
  expect(asked).toEqual([true, true, true, false, false]);
  expect(limit.spentUsd()).toBeCloseTo(0.9);
  expect(limit.stopReason()).toMatch(/limit of \$1$/);
});

test("calls in flight count with what they are expected to cost", async () => {
  const limit = createCostLimit(1);
  const { gateway, end } = scripted();
  const guard = limit.guard(gateway);
  await guard.mayAsk(100);
  void guard.gateway.complete(request, settings);
  await end(0.2);
  const allowed = await Promise.all([guard.mayAsk(100), guard.mayAsk(100), guard.mayAsk(100)].map(orPending));
  expect(allowed).toEqual([true, true, true]);
  expect(await orPending(guard.mayAsk(100))).toBe("pending");
});

test("a question that waited is asked when a call turns out cheaper than expected", async () => {
  const limit = createCostLimit(1);
  const { gateway, end } = scripted();
  const guard = limit.guard(gateway);
  await guard.mayAsk(100);
  void guard.gateway.complete(request, settings);
  await end(0.4);
  await guard.mayAsk(100);
  void guard.gateway.complete(request, settings);
  const waiting = guard.mayAsk(100);
  expect(await orPending(waiting)).toBe("pending");
  await end(0.01);
  expect(await waiting).toBe(true);
});

test("the first question of a judge goes alone, because its price is unknown", async () => {
  const limit = createCostLimit(100);
  const { gateway, end } = scripted();
  const guard = limit.guard(gateway);
  expect(await guard.mayAsk(10)).toBe(true);
  const second = guard.mayAsk(10);
  expect(await orPending(second)).toBe("pending");
  void guard.gateway.complete(request, settings);
  await end(0.1);
  expect(await second).toBe(true);
});

test("a longer prompt is expected to cost more", async () => {
  const limit = createCostLimit(1);
  const { gateway, end } = scripted();
  const guard = limit.guard(gateway);
  await guard.mayAsk(100);
  void guard.gateway.complete(request, settings);
  await end(0.1);
  expect(await guard.mayAsk(1000)).toBe(false);
});

test("a provider that reports no cost is asked once, and the reason is said", async () => {
  const limit = createCostLimit(5);
  const { gateway, end } = scripted();
  const guard = limit.guard(gateway);
  await guard.mayAsk(10);
  void guard.gateway.complete(request, settings);
  await end(null);
  expect(await guard.mayAsk(10)).toBe(false);
  expect(limit.stopReason()).toBe("stopped: https://api.example/v1 reports no cost, so a limit of $5 cannot be kept");
});

test("a limit of 0 asks nothing but offline programs", async () => {
  const limit = createCostLimit(0);
  expect(await limit.guard(scripted({ offline: true }).gateway).mayAsk(10)).toBe(true);
  expect(await limit.guard(scripted().gateway).mayAsk(10)).toBe(false);
});

test("without a limit everything is asked and the costs are counted", async () => {
  const limit = createCostLimit(null);
  const { gateway, end } = scripted();
  const guard = limit.guard(gateway);
  expect(await Promise.all([guard.mayAsk(1), guard.mayAsk(1)])).toEqual([true, true]);
  void guard.gateway.complete(request, settings);
  await end(2.5);
  expect(limit.spentUsd()).toBe(2.5);
  expect(limit.stopReason()).toBeNull();
});

test("a judge whose first call failed may try again alone", async () => {
  const limit = createCostLimit(1);
  const { gateway, pending } = scripted();
  const guard = limit.guard(gateway);
  await guard.mayAsk(10);
  const call = guard.gateway.complete(request, settings);
  const failure = { http_status: 500, raw: null, latency_ms: 0, retries: [], permanent: false };
  pending.shift()!({ status: "provider_error", message: "overloaded", ...failure });
  await call;
  expect(await guard.mayAsk(10)).toBe(true);
});

function orPending(answer: Promise<boolean>): Promise<boolean | "pending"> {
  return Promise.race([answer, new Promise<"pending">((resolve) => setTimeout(() => resolve("pending"), 5))]);
}
