import { expect, test } from "vitest";
import { limitedSpending } from "../../../test/support/limited-spending.ts";
import type { RequestSize } from "../../gateway/index.ts";
import type { HoldOutcome } from "./hold-request.ts";

const SIZE: RequestSize = { bytes: 400, outputTokens: 20, answers: 1, pointsElsewhere: false };
const TOOLS: RequestSize = { ...SIZE, usesProviderTools: true };
const costing = (usd: number) => ({ usd, promptTokens: 100, cachedTokens: 0, completionTokens: 20 });

type Spending = Awaited<ReturnType<typeof limitedSpending>>;

async function hold(spending: Spending, size = SIZE) {
  const held = await spending.hold(size);
  if (!held.ok) throw new Error(held.refusal);
  return held.request;
}

async function isWaiting(outcome: Promise<HoldOutcome>): Promise<boolean> {
  return await Promise.race([
    outcome.then(() => false),
    new Promise<boolean>((resolve) => setTimeout(() => resolve(true), 20)),
  ]);
}

test("all requests in flight but one must fit at a hundred times the highest price", async () => {
  const spending = await limitedSpending(3.5);
  (await hold(spending)).paid(costing(0.01));
  const first = [await hold(spending), await hold(spending), await hold(spending), await hold(spending)];
  const fifth = spending.hold(SIZE);
  expect(await isWaiting(fifth)).toBe(true);
  // It waits instead of being refused.
  first[0]!.paid(costing(0.01));
  expect(await fifth).toMatchObject({ ok: true });
});

test("one request after the other never waits, however much a jump would cost", async () => {
  const spending = await limitedSpending(0.5);
  for (let request = 0; request < 40; request += 1) (await hold(spending)).paid(costing(0.01));
  expect(spending.ledger.totalUsd()).toBeCloseTo(0.4);
});

test("a long answer that is allowed counts for a jump, also where answers were short so far", async () => {
  const spending = await limitedSpending(20);
  (await hold(spending)).paid(costing(0.001));
  await hold(spending, { ...SIZE, outputTokens: 32_000 });
  expect(await isWaiting(spending.hold({ ...SIZE, outputTokens: 1_000_000 }))).toBe(false);
  expect(await isWaiting(spending.hold({ ...SIZE, outputTokens: 1_000_000 }))).toBe(true);
});

test("what is under way may cost more than it seemed to, once prices have risen", async () => {
  const spending = await limitedSpending(2.5);
  (await hold(spending)).paid(costing(0.01));
  const [first] = [await hold(spending), await hold(spending)];
  first!.paid(costing(0.05));
  // The other one was sent when a hundredfold was $1; now it is $5.
  expect(await isWaiting(spending.hold(SIZE))).toBe(true);
});

test("what was lost is charged again when prices rise", async () => {
  const spending = await limitedSpending(100);
  (await hold(spending)).paid(costing(0.01));
  const charged = (await hold(spending)).lost();
  (await hold(spending)).paid(costing(0.01));
  expect(spending.ledger.reservedUsd()).toBeCloseTo(charged);
  (await hold(spending)).paid(costing(1));
  expect(spending.ledger.reservedUsd()).toBeGreaterThanOrEqual(1);
});

test("after a request that was lost, a single one may show that prices have not jumped", async () => {
  const spending = await limitedSpending(1);
  (await hold(spending)).paid(costing(0.01));
  (await hold(spending)).lost();
  const next = await hold(spending);
  expect(await isWaiting(spending.hold(SIZE))).toBe(true);
  next.paid(costing(0.01));
  (await hold(spending)).paid(costing(0.01));
});

test("two that were lost in turn may each have cost a hundred times as much, so no third is sent", async () => {
  const spending = await limitedSpending(0.9);
  (await hold(spending)).paid(costing(0.01));
  (await hold(spending)).lost();
  (await hold(spending)).lost();
  expect(await spending.hold(SIZE)).toMatchObject({
    ok: false,
    refusal: expect.stringContaining("reserved for 2 requests broken off"),
  });
});

test("what tools of a provider cost is learned apart: the first goes alone, and rates of tokens stay what they are", async () => {
  const spending = await limitedSpending(100);
  (await hold(spending)).paid(costing(0.001));
  const first = await hold(spending, TOOLS);
  const second = spending.hold(TOOLS);
  expect(await isWaiting(second)).toBe(true);
  first.paid(costing(0.1));
  const held = await second;
  expect(held.ok && held.mostUsd).toBeGreaterThanOrEqual(0.125);
  const plain = await spending.hold(SIZE);
  expect(plain.ok && plain.mostUsd).toBeLessThan(0.01);
});

test("a use of tools that is lost before any was priced counts as a dollar", async () => {
  const spending = await limitedSpending(100);
  (await hold(spending)).paid(costing(0.001));
  expect((await hold(spending, TOOLS)).lost()).toBeGreaterThan(1);
  expect(spending.ledger.totalUsd()).toBeGreaterThan(1);
});

test("a price beside token counts that cannot be true is charged, and teaches no rates", async () => {
  const spending = await limitedSpending(1);
  expect((await hold(spending)).paid({ usd: 0.2, refused: "completion is -5" })).toBe(0.2);
  expect([spending.ledger.totalUsd(), spending.ledger.stopReason()]).toEqual([0.2, null]);
  // Still without a bound, so alone.
  await hold(spending);
  expect(await isWaiting(spending.hold(SIZE))).toBe(true);
});
