import { request as openRequest } from "node:http";
import { describe, expect, test } from "vitest";
import { type BillingUpstream, startBillingUpstream } from "../../test/support/billing-upstream.ts";
import { limitedSpending } from "../../test/support/limited-spending.ts";
import { ask, bearer, CHAT_PATH, openedProxy } from "../../test/support/opened-proxy.ts";
import { MODEL } from "../../test/support/wire-streams.ts";
import type { RecordingProxy } from "./index.ts";

/** Costs 15 cents. */
const LARGE = 200_000;
const FAST = { drainSeconds: 2, closingSeconds: 0.5 };

describe("a cost limit holds", () => {
  test("when an agent sends large requests after a small one and hangs up on each", async () => {
    const provider = await startBillingUpstream((index) => (index === 0 ? {} : { afterMs: 20 }));
    const { proxy, ledger } = await limitedProxy(provider, 0.5);
    expect(await small(proxy)).toBe(200);
    for (let round = 0; round < 40; round += 1) await hangUpOn(proxy, body(LARGE), 5);
    await proxy.close();
    expect(provider.requests.length).toBeGreaterThan(2);
    expectKept(provider, ledger, 0.5);
    // The answer is read on to its price, so the ledger equals the bill to the cent.
    expect(ledger.totalUsd()).toBeCloseTo(provider.billUsd(), 9);
    expect(ledger.reservedUsd()).toBe(0);
  });

  test("when the provider is slower than anybody waits, and what was broken off counts in full", async () => {
    const provider = await startBillingUpstream((index) => (index === 0 ? {} : "says nothing"));
    const { proxy, ledger } = await limitedProxy(provider, 0.5, { drainSeconds: 0.05 });
    await small(proxy);
    for (let round = 0; round < 10; round += 1) await hangUpOn(proxy, body(LARGE), 5);
    // Waits for budget until the aborted request is given up, and gets none.
    expect(await small(proxy)).toBe(402);
    const { refusals } = await proxy.close();
    expectKept(provider, ledger, 0.5);
    expect(ledger.reservedUsd()).toBeGreaterThanOrEqual(provider.billUsd() - 0.001);
    expect(refusals.at(-1)?.message).toMatch(/of it reserved for \d requests? broken off\): the next call/);
  });

  test("when 45 large prompts come at once after a small one", async () => {
    const provider = await startBillingUpstream(() => ({ afterMs: 20 }));
    const { proxy, ledger } = await limitedProxy(provider, 0.5);
    await small(proxy);
    await Promise.all(Array.from({ length: 45 }, () => send(proxy, body(LARGE))));
    await proxy.close();
    expect(provider.requests.length).toBeGreaterThan(2);
    expectKept(provider, ledger, 0.5);
    expect(ledger.totalUsd()).toBeCloseTo(provider.billUsd(), 9);
  });

  test("when long answers, and many of them, are asked for at once", async () => {
    const provider = await startBillingUpstream((index) => (index === 0 ? {} : { tokens: 20_000, afterMs: 20 }));
    const { proxy, ledger } = await limitedProxy(provider, 0.5);
    await small(proxy);
    const long = { ...body(100), max_tokens: 20_000, n: 4 };
    const statuses = await Promise.all(Array.from({ length: 20 }, () => send(proxy, long)));
    await proxy.close();
    expectKept(provider, ledger, 0.5);
    expect(statuses).toContain(402);
  });

  test("when every answer breaks off before any price is named", async () => {
    const provider = await startBillingUpstream(() => "breaks off");
    const { proxy, ledger } = await limitedProxy(provider, 50);
    const statuses = [];
    for (let request = 0; request < 6; request += 1) statuses.push(await send(proxy, { ...body(100), max_tokens: 10 }));
    await proxy.close();
    expect(statuses).toEqual([502, 502, 502, 402, 402, 402]);
    expectKept(provider, ledger, 50);
    expect(ledger.stopReason()).toContain("3 requests to https://api.example/v1 were broken off");
  });

  test("when several trials of agents spend from it at once", async () => {
    const provider = await startBillingUpstream(() => ({ afterMs: 10 }));
    const { proxy, ledger } = await limitedProxy(provider, 0.2);
    await small(proxy);
    const sizes = [1_000, 300_000, 20_000, 900_000, 50_000, 5_000];
    await Promise.all(
      sizes.flatMap((size) => [send(proxy, body(size)), hangUpOn(proxy, body(size), 3), send(proxy, body(size / 2))]),
    );
    await proxy.close();
    expectKept(provider, ledger, 0.2);
  });

  test("when the trial ends with requests under way", async () => {
    const provider = await startBillingUpstream((index) => (index === 0 ? {} : { afterMs: 100 }));
    const { proxy, ledger } = await limitedProxy(provider, 5);
    await small(proxy);
    const left = [hangUpOn(proxy, body(10_000), 1_000), hangUpOn(proxy, body(10_000), 1_000)];
    while (provider.requests.length < 3) await new Promise((resolve) => setTimeout(resolve, 5));
    const { exchanges } = await proxy.close();
    await Promise.all(left);
    expect(exchanges.map(({ outcome }) => outcome)).toEqual(["answered", "ended", "ended"]);
    expect(ledger.totalUsd()).toBeCloseTo(provider.billUsd(), 9);
  });
});

test("requests that fit go at once, and those that must wait are answered, not refused", async () => {
  const provider = await startBillingUpstream(() => ({ afterMs: 30 }));
  const { proxy, ledger } = await limitedProxy(provider, 1);
  const statuses = await Promise.all(Array.from({ length: 12 }, () => send(proxy, { ...body(500), max_tokens: 50 })));
  await proxy.close();
  expect(statuses).toEqual(Array.from({ length: 12 }, () => 200));
  expect(ledger.totalUsd()).toBeCloseTo(provider.billUsd(), 9);
});

test("an agent that leaves while its request waits for room was refused nothing, and nothing was sent", async () => {
  const provider = await startBillingUpstream(() => ({ afterMs: 200 }));
  const { proxy, ledger } = await limitedProxy(provider, 1);
  const first = send(proxy, { ...body(10), max_tokens: 5 });
  while (provider.requests.length === 0) await new Promise((resolve) => setTimeout(resolve, 5));
  await hangUpOn(proxy, body(10), 10);
  expect(await first).toBe(200);
  const { refusals, exchanges } = await proxy.close();
  expect([refusals, exchanges.length, provider.requests.length]).toEqual([[], 1, 1]);
  expect(ledger.totalUsd()).toBeCloseTo(provider.billUsd(), 9);
});

test("what an agent did not wait for is priced, and is no part of what it was told", async () => {
  const provider = await startBillingUpstream((index) => (index === 0 ? {} : { afterMs: 50 }));
  const { proxy } = await limitedProxy(provider, 1);
  await small(proxy);
  await hangUpOn(proxy, body(1_000), 10);
  const { exchanges } = await proxy.close();
  expect(exchanges[1]).toMatchObject({ outcome: "left", text: "", usage: { completion_tokens: 5 } });
});

test("an answer without a price counts in full once prices are known, and stops everything before", async () => {
  const provider = await startBillingUpstream((index) => (index === 1 ? { priced: false } : {}));
  const { proxy, ledger } = await limitedProxy(provider, 1);
  const statuses = [await small(proxy), await small(proxy), await small(proxy)];
  expect(statuses).toEqual([200, 200, 200]);
  expect(ledger.totalUsd()).toBeGreaterThanOrEqual(provider.billUsd());
  const unpriced = await startBillingUpstream(() => ({ priced: false }));
  const other = await limitedProxy(unpriced, 1);
  expect([await small(other.proxy), await small(other.proxy)]).toEqual([200, 402]);
  expect(other.ledger.stopReason()).toContain("reports no cost");
});

test.each([1e308, -1, 1_001])("a price of %s is not believed, and the reason is told", async (cost) => {
  const provider = await startBillingUpstream(() => ({ cost }));
  const { proxy, ledger } = await limitedProxy(provider, 1e6);
  expect([await small(proxy), await small(proxy)]).toEqual([200, 402]);
  expect(ledger.stopReason()).toContain("names a price that is not believed (cost is");
  expect(ledger.totalUsd()).toBe(0);
});

test.each([
  ["service_tier", "priority"],
  ["serviceTier", "scale"],
  ["speed", "fast"],
])("a request with %s %s is refused, since it changes the price", async (name, value) => {
  const provider = await startBillingUpstream();
  const { proxy } = await limitedProxy(provider, null);
  expect(await send(proxy, { ...body(10), [name]: value })).toBe(403);
  expect(await send(proxy, { ...body(10), service_tier: "auto" })).toBe(200);
  expect(provider.requests).toHaveLength(1);
  expect(proxy.record().refusals[0]?.message).toContain(`${name} "${value}" changes the price`);
});

test("a dearer service that the run profile asks for goes through, and no other", async () => {
  const provider = await startBillingUpstream();
  const spending = await limitedSpending(null);
  const proxy = await openedProxy(provider, { spending, wished: { service_tier: "priority" } });
  expect(await send(proxy, { ...body(10), service_tier: "priority" })).toBe(200);
  expect(await send(proxy, { ...body(10), service_tier: "scale" })).toBe(403);
});

async function limitedProxy(provider: BillingUpstream, maxCostUsd: number | null, limits = {}) {
  const { ledger, ...spending } = await limitedSpending(maxCostUsd);
  const proxy = await openedProxy(provider, { spending, limits: { ...FAST, ...limits } });
  return { proxy, ledger };
}

type Limited = Awaited<ReturnType<typeof limitedProxy>>;

/** Expects a bill of at most the limit plus one request, and a ledger never below the bill. */
function expectKept(provider: BillingUpstream, ledger: Limited["ledger"], maxCostUsd: number): void {
  expect(provider.billUsd()).toBeLessThanOrEqual(maxCostUsd + provider.dearestUsd());
  expect(ledger.totalUsd()).toBeGreaterThanOrEqual(provider.billUsd() - 1e-9);
}

function body(characters: number): Record<string, unknown> {
  return { model: MODEL, stream: true, messages: [{ role: "user", content: "x".repeat(characters) }] };
}

async function send(proxy: RecordingProxy, body: Record<string, unknown>): Promise<number> {
  return (await ask(proxy, CHAT_PATH, { headers: bearer(proxy), body })).status;
}

const small = (proxy: RecordingProxy) => send(proxy, { ...body(10), max_tokens: 5 });

/** Sends a request and hangs up before its answer. */
function hangUpOn(proxy: RecordingProxy, body: Record<string, unknown>, afterMs: number): Promise<void> {
  const socketPath = proxy.address.kind === "socket" ? proxy.address.socket : "";
  return new Promise((resolve) => {
    const request = openRequest({ socketPath, path: CHAT_PATH, method: "POST", headers: bearer(proxy), agent: false });
    request.on("error", () => {});
    request.on("close", () => resolve());
    request.on("response", (response) => response.on("error", () => {}).resume());
    request.end(JSON.stringify(body), () => setTimeout(() => request.destroy(), afterMs));
  });
}
