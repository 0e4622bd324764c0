import { expect, test } from "vitest";
import type { JobBudget } from "./begin-job-budget.ts";
import { openJobReservation } from "./job-reservation.ts";

const SMALL = { bytes: 400, outputTokens: 10, answers: 1, pointsElsewhere: false };
const LARGE = { ...SMALL, bytes: 400_000 };
const ANSWER = { usd: 0.001, promptTokens: 100, cachedTokens: 0, completionTokens: 10 };

/** Keeps reported amounts, in USD. */
function fakeBudget() {
  const kept = { paid: 0, held: 0 };
  const budget: JobBudget = {
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
  return { budget, kept };
}

test("what a request may cost is in the tab before it is sent, and gives way to its price", async () => {
  const { budget, kept } = fakeBudget();
  const reservation = await openJobReservation(1, "e", budget);
  const first = await reservation.hold(SMALL);
  if (!first.ok) throw new Error(first.refusal);
  // Its price is not known yet.
  expect(kept).toEqual({ paid: 0, held: 0 });
  first.request.paid(ANSWER);
  const second = await reservation.hold(SMALL);
  if (!second.ok) throw new Error(second.refusal);
  expect(kept.held).toBeGreaterThan(0.001);
  second.request.paid(ANSWER);
  second.request.lost();
  expect(kept.held).toBeCloseTo(0, 12);
  expect(kept.paid).toBeCloseTo(0.002);
  expect(reservation.prices).toEqual([0.001, 0.001]);
});

test("what was broken off is among the prices that the coordinator gets, as an upper bound", async () => {
  const { budget, kept } = fakeBudget();
  const reservation = await openJobReservation(100, "e", budget);
  for (const size of [SMALL, LARGE]) {
    const held = await reservation.hold(size);
    if (!held.ok) throw new Error(held.refusal);
    if (size === SMALL) held.request.paid(ANSWER);
    else held.request.lost();
  }
  expect(reservation.prices[1]).toBeGreaterThan(1);
  expect(kept.paid).toBeCloseTo(reservation.prices[0]! + reservation.prices[1]!);
});

test("a worker refuses what does not fit into the room of its job, and everything where there is none", async () => {
  const { budget } = fakeBudget();
  const reservation = await openJobReservation(0.01, "e", budget);
  const first = await reservation.hold(SMALL);
  if (first.ok) first.request.paid(ANSWER);
  expect(await reservation.hold(LARGE)).toMatchObject({
    ok: false,
    refusal: expect.stringContaining("the limit of $0.01"),
  });
  const none = await openJobReservation(0, "e", fakeBudget().budget);
  expect((await none.hold(SMALL)).ok).toBe(false);
  const unlimited = await openJobReservation(null, "e", fakeBudget().budget);
  expect((await unlimited.hold(LARGE)).ok).toBe(true);
});
