import { expect, test } from "vitest";
import { openRoom } from "./open-room.ts";
import type { BegunTab } from "./open-tab.ts";

const SMALL = { bytes: 400, outputTokens: 10, answers: 1, pointsElsewhere: false };
const LARGE = { ...SMALL, bytes: 400_000 };
const ANSWER = { usd: 0.001, promptTokens: 100, cachedTokens: 0, completionTokens: 10 };

/** Keeps reported amounts, in USD. */
function keptTab() {
  const kept = { paid: 0, held: 0 };
  const tab: BegunTab = {
    roomUsd: undefined,
    triesBefore: () => 0,
    count: async () => true,
    paid(usd) {
      kept.paid += usd;
    },
    async hold(usd) {
      kept.held += usd;
    },
  };
  return { tab, kept };
}

test("what a request may cost is in the tab before it is sent, and gives way to its price", async () => {
  const { tab, kept } = keptTab();
  const room = await openRoom(1, "e", tab);
  const first = await room.hold(SMALL);
  if (!first.ok) throw new Error(first.refusal);
  // Its price is not known yet.
  expect(kept).toEqual({ paid: 0, held: 0 });
  first.request.paid(ANSWER);
  const second = await room.hold(SMALL);
  if (!second.ok) throw new Error(second.refusal);
  expect(kept.held).toBeGreaterThan(0.001);
  second.request.paid(ANSWER);
  second.request.lost();
  expect(kept.held).toBeCloseTo(0, 12);
  expect(kept.paid).toBeCloseTo(0.002);
  expect(room.prices).toEqual([0.001, 0.001]);
});

test("what was broken off is among the prices that the coordinator gets, as an upper bound", async () => {
  const { tab, kept } = keptTab();
  const room = await openRoom(100, "e", tab);
  for (const size of [SMALL, LARGE]) {
    const held = await room.hold(size);
    if (!held.ok) throw new Error(held.refusal);
    if (size === SMALL) held.request.paid(ANSWER);
    else held.request.lost();
  }
  expect(room.prices[1]).toBeGreaterThan(1);
  expect(kept.paid).toBeCloseTo(room.prices[0]! + room.prices[1]!);
});

test("a worker refuses what does not fit into the room of its job, and everything where there is none", async () => {
  const { tab } = keptTab();
  const room = await openRoom(0.01, "e", tab);
  const first = await room.hold(SMALL);
  if (first.ok) first.request.paid(ANSWER);
  expect(await room.hold(LARGE)).toMatchObject({ ok: false, refusal: expect.stringContaining("the limit of $0.01") });
  const none = await openRoom(0, "e", keptTab().tab);
  expect((await none.hold(SMALL)).ok).toBe(false);
  const unlimited = await openRoom(null, "e", keptTab().tab);
  expect((await unlimited.hold(LARGE)).ok).toBe(true);
});
