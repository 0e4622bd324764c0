import { expect, test } from "vitest";
import { openMemoryStore } from "../../store/index.ts";
import { openAccount, temporaryAccount } from "./account.ts";
import { openLedger } from "./ledger.ts";
import { ledgersTogether } from "./ledgers-together.ts";
import { meteredGateway } from "./metered-gateway.ts";
import type { Payer } from "./payer.ts";
import type { Reservation } from "./reservation.ts";

const judge = (changes: Partial<Payer> = {}): Payer => ({
  name: "judge",
  endpoint: "https://api.example/v1",
  size: 100,
  isFree: false,
  ...changes,
});

const ledgerOf = (maxCostUsd: number | null) => openLedger({ maxCostUsd, account: temporaryAccount() });

function settle(reservation: Reservation | null, usd: number | null): void {
  reservation!.paid(usd);
  reservation!.end();
}

test("nothing is paid for that would cross the limit, at the price of what was paid so far", async () => {
  const ledger = ledgerOf(1);
  const granted: boolean[] = [];
  for (let call = 0; call < 5; call += 1) {
    const reservation = await ledger.reserve(judge());
    granted.push(reservation !== null);
    if (reservation) settle(reservation, 0.3);
  }
  // A next call is expected to cost 0.375 with headroom: that fits after 0.6, and no more after 0.9.
  expect(granted).toEqual([true, true, true, false, false]);
  expect(ledger.spentUsd()).toBeCloseTo(0.9);
  expect(ledger.stopReason()).toBe("stopped at $0.9000: the next call might cross the limit of $1");
});

test("what is in flight counts with what it is expected to cost", async () => {
  const ledger = ledgerOf(1);
  settle(await ledger.reserve(judge()), 0.2);
  const agent = { asksPerRequest: true };
  for (let trial = 0; trial < 3; trial += 1) expect(await orPending(ledger.reserve(judge(agent)))).toBe(true);
  expect(await orPending(ledger.reserve(judge(agent)))).toBe("pending");
});

test("all in flight but one must fit at a hundred times their price", async () => {
  const ledger = ledgerOf(100);
  settle(await ledger.reserve(judge()), 0.2);
  // Four others at $20 fit into $99.80, five do not.
  for (let call = 0; call < 5; call += 1) expect(await orPending(ledger.reserve(judge()))).toBe(true);
  expect(await orPending(ledger.reserve(judge()))).toBe("pending");
});

test("who was free so far goes alone, since the first price may be any", async () => {
  const ledger = ledgerOf(100);
  settle(await ledger.reserve(judge()), 0);
  const one = await ledger.reserve(judge());
  expect(await orPending(ledger.reserve(judge()))).toBe("pending");
  settle(one, 0);
});

test("of those whose price nobody knows, one is asked at a time", async () => {
  const ledger = ledgerOf(100);
  settle(await ledger.reserve(judge()), 0.1);
  expect(await orPending(ledger.reserve(judge({ name: "second" })))).toBe(true);
  expect(await orPending(ledger.reserve(judge({ name: "third" })))).toBe("pending");
});

test("a trial that sends much more than those before counts in proportion", async () => {
  const ledger = ledgerOf(50);
  settle(await ledger.reserve(judge({ size: 1, length: 100 })), 0.01);
  expect(await orPending(ledger.reserve(judge({ size: 1, length: 100_000 })))).toBe(true);
  // Each may cost up to a hundred dollars, in proportion to its length.
  expect(await orPending(ledger.reserve(judge({ size: 1, length: 90_000 })))).toBe("pending");
  expect(await orPending(ledger.reserve(judge({ size: 1, length: 100 })))).toBe(true);
});

test.each([1e308, Number.NaN, Number.POSITIVE_INFINITY, -0.01, 1_001])(
  "a price of %s is not believed: nothing more is paid for, and the reason is told",
  async (usd) => {
    const ledger = ledgerOf(5_000);
    settle(await ledger.reserve(judge()), usd);
    expect(await ledger.reserve(judge())).toBeNull();
    expect(ledger.stopReason()).toBe(
      `stopped: https://api.example/v1 names a price that is not believed (cost is ${usd}), so a limit of $5000 cannot be kept`,
    );
    expect(ledger.totalUsd()).toBe(0);
    const free = ledgerOf(null);
    settle(await free.reserve(judge()), usd);
    expect(free.totalUsd()).toBe(0);
  },
);

test("who named no price is not asked again by the next command, until a command without a limit saw one", async () => {
  const store = openMemoryStore();
  const limited = () => openLedger({ maxCostUsd: 5, account: openAccount(store, "runs/s/p") });
  settle(await limited().reserve(judge()), null);
  const again = limited();
  expect(await again.reserve(judge())).toBeNull();
  expect(again.stopReason()).toContain(
    "https://api.example/v1 reported no cost before, so a limit of $5 cannot be kept",
  );
  expect(await limited().reserve(judge({ name: "other" }))).not.toBeNull();
  const unlimited = openLedger({ maxCostUsd: null, account: openAccount(store, "runs/s/p") });
  settle(await unlimited.reserve(judge()), 0.01);
  unlimited.close();
  expect(await limited().reserve(judge())).not.toBeNull();
  await store.close();
});

test("an attempt that was sent and never answered is charged at what was expected of it", async () => {
  const ledger = ledgerOf(1);
  settle(await ledger.reserve(judge()), 0.1);
  const call = (await ledger.reserve(judge()))!;
  call.unanswered();
  settle(call, 0.1);
  expect([ledger.totalUsd(), ledger.reservedUsd()]).toEqual([0.325, 0.125]);
});

test("what is reserved is so for the next command, too, and its message tells it", async () => {
  const store = openMemoryStore();
  const first = openLedger({ maxCostUsd: 1, account: openAccount(store, "rubric/x") });
  settle(await first.reserve(judge()), 0.4);
  (await first.reserve(judge()))!.unanswered();
  first.close();
  const next = openLedger({ maxCostUsd: 1, account: openAccount(store, "rubric/x") });
  expect(await next.reserve(judge())).toBeNull();
  expect(next.reservedUsd()).toBe(0.5);
  expect(next.stopReason()).toBe(
    "stopped at $0.9000 ($0.9000 of it before or elsewhere, $0.5000 of it reserved for requests broken off): the next call might cross the limit of $1",
  );
  await store.close();
});

test("what had to wait is paid for when something turns out cheaper than expected", async () => {
  const ledger = ledgerOf(1);
  settle(await ledger.reserve(judge()), 0.4);
  const cheap = await ledger.reserve(judge());
  const waiting = ledger.reserve(judge());
  expect(await orPending(waiting)).toBe("pending");
  settle(cheap, 0.01);
  expect(await waiting).not.toBeNull();
});

test("what was paid of a trial that goes on is not reserved a second time", async () => {
  const ledger = ledgerOf(1);
  settle(await ledger.reserve(judge()), 0.4);
  const trial = await ledger.reserve(judge());
  trial!.paid(0.1);
  trial!.paid(0.1);
  // 0.6 is spent, and 0.3 of 0.5 is still reserved for the trial.
  expect(await orPending(ledger.reserve(judge({ name: "other", size: 1 })))).toBe("pending");
  trial!.end();
  expect(ledger.spentUsd()).toBeCloseTo(0.6);
});

test("the very first question goes alone, because no price is known, and so does the first of every other payer", async () => {
  const ledger = ledgerOf(100);
  const first = await ledger.reserve(judge());
  const second = ledger.reserve(judge());
  const other = ledger.reserve(judge({ name: "other" }));
  expect(await orPending(second)).toBe("pending");
  expect(await orPending(other)).toBe("pending");
  settle(first, 0.1);
  expect(await second).not.toBeNull();
  expect(await other).not.toBeNull();
  expect(await orPending(ledger.reserve(judge({ name: "other" })))).toBe("pending");
});

test("who was never asked is taken to cost as much as the most expensive of all others, also of earlier commands", async () => {
  const store = openMemoryStore();
  const first = openLedger({ maxCostUsd: 1, account: openAccount(store, "rubric/x") });
  settle(await first.reserve(judge({ size: 1 })), 0.3);
  expect(await orPending(first.reserve(judge({ name: "other", size: 5000 })))).toBe(true);
  first.close();
  const resumed = openLedger({ maxCostUsd: 0.6, account: openAccount(store, "rubric/x") });
  expect(await resumed.reserve(judge())).toBeNull();
  await store.close();
});

test("a longer question is expected to cost more", async () => {
  const ledger = ledgerOf(1);
  settle(await ledger.reserve(judge()), 0.1);
  expect(await ledger.reserve(judge({ size: 1000 }))).toBeNull();
});

test("a provider that reports no cost is asked once, and the reason is said", async () => {
  const ledger = ledgerOf(5);
  settle(await ledger.reserve(judge()), null);
  expect(await ledger.reserve(judge())).toBeNull();
  expect(ledger.stopReason()).toBe("stopped: https://api.example/v1 reports no cost, so a limit of $5 cannot be kept");
});

test("a limit of 0 pays for nothing, but programs may go on", async () => {
  const ledger = ledgerOf(0);
  expect(await ledger.reserve(judge({ isFree: true }))).not.toBeNull();
  expect(await ledger.reserve(judge())).toBeNull();
});

test("without a limit nothing waits, and what is spent is counted", async () => {
  const ledger = ledgerOf(null);
  const both = await Promise.all([ledger.reserve(judge()), ledger.reserve(judge())]);
  settle(both[0], 2.5);
  expect(ledger.spentUsd()).toBe(2.5);
  expect(ledger.stopReason()).toBeNull();
});

test("who failed without a price may try again alone", async () => {
  const ledger = ledgerOf(1);
  (await ledger.reserve(judge()))!.end();
  expect(await orPending(ledger.reserve(judge()))).toBe(true);
});

test("what earlier commands spent for the same thing counts, and what others spent does not", async () => {
  const store = openMemoryStore();
  const first = openLedger({ maxCostUsd: null, account: openAccount(store, "runs/s/p") });
  settle(await first.reserve(judge()), 0.9);
  first.close();
  const other = openLedger({ maxCostUsd: 1, account: openAccount(store, "runs/other/p") });
  expect(await other.reserve(judge())).not.toBeNull();
  const again = openLedger({ maxCostUsd: 0.9, account: openAccount(store, "runs/s/p") });
  expect(await again.reserve(judge())).toBeNull();
  expect(again.stopReason()).toBe(
    "stopped at $0.9000 ($0.9000 of it before or elsewhere): the next call might cross the limit of $0.9",
  );
  expect(again.totalUsd()).toBeCloseTo(0.9);
  expect(again.spentUsd()).toBe(0);
  await store.close();
});

test("two limits both hold, and what is spent counts in each", async () => {
  const [all, judging] = [ledgerOf(10), ledgerOf(1)];
  const together = ledgersTogether(all, judging);
  settle(await together.reserve(judge()), 0.9);
  expect([all.spentUsd(), judging.spentUsd()]).toEqual([0.9, 0.9]);
  expect(await together.reserve(judge())).toBeNull();
  expect(together.stopReason()).toContain("limit of $1");
  // The first limit's reservation for it is released again.
  expect(await orPending(all.reserve(judge()))).toBe(true);
});

test("a failed request counts where the provider named a price, also when it was repeated", async () => {
  const paid: (number | null)[] = [];
  const failed = { raw: null, latency_ms: 0, permanent: false, http_status: 502, message: "bad" };
  const retry = { attempt: 1, reason: "bad", http_status: 502, wait_ms: 0 };
  const gateway = meteredGateway(
    {
      endpoint: "e",
      offline: false,
      complete: async () => ({
        status: "provider_error",
        ...failed,
        cost_usd: 0.2,
        retries: [{ ...retry, cost_usd: 0.1 }, retry],
      }),
    },
    { paid: (usd) => paid.push(usd) },
  );
  await gateway.complete({ model: "m", messages: [], options: {} }, { timeoutSeconds: 1, retries: 0 });
  expect(paid).toEqual([0.1, 0.2]);
});

async function orPending(reservation: Promise<Reservation | null>): Promise<boolean | "pending"> {
  const pending = new Promise<"pending">((resolve) => setTimeout(() => resolve("pending"), 5));
  const first = await Promise.race([reservation, pending]);
  return first === "pending" ? first : first !== null;
}

test("what a lost worker may have paid stays charged, at what it was expected to cost", async () => {
  const ledger = ledgerOf(0.05);
  settle(await ledger.reserve(judge()), 0.01);
  const trial = (await ledger.reserve(judge()))!;
  expect(await trial.lost({ paidUsd: 0, isInDoubt: true })).toBe(true);
  settle(trial, 0.01);
  // 0.01, 0.0125 for the lost one, 0.01: two more are expected to cost 0.025, and there is room for one.
  expect(ledger.spentUsd()).toBeCloseTo(0.0325);
  expect(await ledger.reserve(judge())).not.toBeNull();
  expect(await orPending(ledger.reserve(judge()))).toBe("pending");
});

test("what is known to have been paid is charged where nothing was under way", async () => {
  const ledger = ledgerOf(1);
  settle(await ledger.reserve(judge()), 0.1);
  const trial = (await ledger.reserve(judge()))!;
  expect(await trial.lost({ paidUsd: 0.02, isInDoubt: false })).toBe(true);
  expect(ledger.spentUsd()).toBeCloseTo(0.12);
  expect(await trial.lost({ paidUsd: 0, isInDoubt: false })).toBe(true);
  expect(ledger.spentUsd()).toBeCloseTo(0.12);
});

test("what was lost is not repeated when that might cross the limit", async () => {
  const ledger = ledgerOf(0.03);
  settle(await ledger.reserve(judge()), 0.01);
  const trial = (await ledger.reserve(judge()))!;
  expect(await trial.lost({ paidUsd: 0, isInDoubt: true })).toBe(false);
  trial.end();
  expect(ledger.stopReason()).toContain("the next call might cross the limit of $0.03");
  expect(await ledger.reserve(judge())).toBeNull();
});

test("what was lost before any price was known is charged as soon as there is one", async () => {
  const ledger = ledgerOf(0.05);
  const first = (await ledger.reserve(judge()))!;
  expect(await first.lost({ paidUsd: 0, isInDoubt: true })).toBe(true);
  expect(await first.lost({ paidUsd: 0, isInDoubt: true })).toBe(true);
  expect(ledger.spentUsd()).toBe(0);
  settle(first, 0.01);
  expect(ledger.spentUsd()).toBeCloseTo(0.03);
});

test("an expectation that was charged teaches no price", async () => {
  const account = temporaryAccount();
  const ledger = openLedger({ maxCostUsd: 1, account });
  settle(await ledger.reserve(judge()), 0.1);
  const trial = (await ledger.reserve(judge()))!;
  for (let loss = 0; loss < 3; loss += 1) await trial.lost({ paidUsd: 0, isInDoubt: true });
  trial.end();
  expect(account.highestUsd()).toBe(0.1);
  expect(account.spentUsd()).toBeCloseTo(0.1 + 3 * 0.125);
});

test("where nothing is limited, only what is known to have been paid is charged", async () => {
  const ledger = ledgerOf(null);
  const trial = (await ledger.reserve(judge()))!;
  expect(await trial.lost({ paidUsd: 0.2, isInDoubt: true })).toBe(true);
  expect(ledger.spentUsd()).toBeCloseTo(0.2);
});

test("of two limits, each charges what was lost, and either can refuse to repeat it", async () => {
  const [wide, narrow] = [ledgerOf(1), ledgerOf(0.03)];
  const both = ledgersTogether(wide, narrow);
  settle(await both.reserve(judge()), 0.01);
  const call = (await both.reserve(judge()))!;
  expect(await call.lost({ paidUsd: 0, isInDoubt: true })).toBe(false);
  call.end();
  expect([wide.spentUsd(), narrow.spentUsd()]).toEqual([0.0225, 0.0225]);
});

test("whoever spends where nobody can be asked has room of its own, and all of it together fits", async () => {
  const ledger = ledgerOf(1);
  settle(await ledger.reserve(judge()), 0.08);
  const [one, two, three] = [
    await ledger.reserve(judge({ asksPerRequest: true })),
    await ledger.reserve(judge({ asksPerRequest: true })),
    await ledger.reserve(judge({ asksPerRequest: true })),
  ];
  // Each is expected to cost 0.1, 0.72 is free beside the other two, and 4 times 0.1 may be claimed.
  const rooms = [one, two, three].map((reservation) => reservation!.claimRoomUsd()!);
  expect(rooms.map((room) => Math.round(room * 1000) / 1000)).toEqual([0.4, 0.4, 0.12]);
  expect(0.08 + rooms.reduce((sum, room) => sum + room, 0)).toBeLessThanOrEqual(1);
  expect(await orPending(ledger.reserve(judge()))).toBe("pending");
});

test("what was claimed is free again at the end, and is not what a lost one is charged", async () => {
  const ledger = ledgerOf(1);
  settle(await ledger.reserve(judge()), 0.08);
  const trial = (await ledger.reserve(judge()))!;
  expect(trial.claimRoomUsd()).toBeCloseTo(0.4);
  expect(await trial.lost({ paidUsd: 0.2, isInDoubt: true })).toBe(true);
  // The paid amount, and a quarter of it for the request in flight.
  expect(ledger.spentUsd()).toBeCloseTo(0.08 + 0.25);
  settle(trial, 0.02);
  expect(ledger.spentUsd()).toBeCloseTo(0.35);
  expect((await ledger.reserve(judge()))!.roomUsd()).toBeCloseTo(0.65);
});

test("the first of all may claim everything, and what nobody limits has no bounds", async () => {
  expect((await ledgerOf(0.5).reserve(judge()))!.claimRoomUsd()).toBe(0.5);
  expect((await ledgerOf(null).reserve(judge()))!.claimRoomUsd()).toBeNull();
  expect((await ledgerOf(0.5).reserve(judge({ isFree: true })))!.claimRoomUsd()).toBeNull();
});
