import { expect, test } from "vitest";
import { openMemoryStore } from "../store/index.ts";
import { openAccount, temporaryAccount } from "./account.ts";
import { openLedger, type Payer, type Reservation } from "./ledger.ts";
import { ledgersTogether } from "./ledgers-together.ts";
import { meteredGateway } from "./metered-gateway.ts";

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
  for (let call = 0; call < 3; call += 1) expect(await orPending(ledger.reserve(judge()))).toBe(true);
  expect(await orPending(ledger.reserve(judge()))).toBe("pending");
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
  // 0.6 is spent, 0.3 of 0.5 is still kept for the trial.
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
  // What the first limit had kept for it is free again.
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

test("within a trial, an answer is bought only if it still fits beside what others keep", async () => {
  const ledger = ledgerOf(1);
  settle(await ledger.reserve(judge()), 0.2);
  const [one, other] = [await ledger.reserve(judge()), await ledger.reserve(judge())];
  // 0.2 is spent and 0.25 is kept for the other.
  expect([one!.refusal(0.5), one!.refusal(0.56)]).toEqual([
    null,
    "stopped at $0.2000: the next call might cross the limit of $1",
  ]);
  one!.paid(0.5);
  expect(one!.refusal(0.1)).not.toBeNull();
  other!.end();
  expect(one!.refusal(0.1)).toBeNull();
});

test("within a trial, a provider that reports no cost is not asked a second time, and without a limit nobody is refused", async () => {
  const [limited, free] = [await ledgerOf(5).reserve(judge()), await ledgerOf(null).reserve(judge())];
  for (const reservation of [limited, free]) reservation!.paid(null);
  expect(limited!.refusal(0)).toContain("reports no cost");
  expect(free!.refusal(1e9)).toBeNull();
});

async function orPending(reservation: Promise<Reservation | null>): Promise<boolean | "pending"> {
  const pending = new Promise<"pending">((resolve) => setTimeout(() => resolve("pending"), 5));
  const first = await Promise.race([reservation, pending]);
  return first === "pending" ? first : first !== null;
}
