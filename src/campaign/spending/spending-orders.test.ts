import { describe, expect, test } from "vitest";
import { seededRandom } from "../../../test/support/seeded-random.ts";
import type { RequestSize } from "../../gateway/index.ts";
import { temporaryAccount } from "./account.ts";
import { openLedger } from "./ledger.ts";

/** A provider that charges by tokens, for every request in full on arrival. */
interface Tariff {
  usdPerInputToken: number;
  usdPerOutputToken: number;
  usdPerRequest: number;
  /** Tokens that the provider adds to every prompt. */
  template: number;
  /** Share of a prompt that a cache makes ten times cheaper. */
  cachedShare: number;
}

interface Bill {
  usd: number;
  dearestUsd: number;
  requests: number;
}

const LIMIT = 0.5;

describe("an agent that sends what it likes, in any order, and waits for what it likes", () => {
  test.each([1, 2, 4, 16, 64])(
    "%i at once: charged is the limit and one request, the ledger never less",
    async (atOnce) => {
      for (let seed = 1; seed <= 120; seed += 1) {
        const { bill, ledgerUsd } = await spend(atOnce, seededRandom(seed * 1_000 + atOnce));
        const told = `seed ${seed}, ${atOnce} at once: bill ${bill.usd}, ledger ${ledgerUsd}, dearest ${bill.dearestUsd}`;
        expect(bill.usd, told).toBeLessThanOrEqual(LIMIT + bill.dearestUsd);
        expect(ledgerUsd, told).toBeGreaterThanOrEqual(bill.usd - 1e-9);
      }
    },
  );
});

async function spend(atOnce: number, random: () => number): Promise<{ bill: Bill; ledgerUsd: number }> {
  const tariff = drawnTariff(random);
  const mood = { waits: random(), large: random() };
  const ledger = openLedger({ maxCostUsd: LIMIT, account: temporaryAccount() });
  const payer = { name: "m", endpoint: "e", size: 1, isFree: false, asksPerRequest: true };
  const bill: Bill = { usd: 0, dearestUsd: 0, requests: 0 };
  const trial = (await ledger.reserve(payer))!;
  async function ask(): Promise<void> {
    for (let request = 0; request < 40; request += 1) {
      const size = drawnSize(random, mood.large);
      const held = await trial.hold(size);
      if (!held.ok) continue;
      const isRead = random() < mood.waits;
      const charged = chargeFor(tariff, size, isRead, random);
      bill.usd += charged.usd;
      bill.dearestUsd = Math.max(bill.dearestUsd, charged.usd);
      bill.requests += 1;
      for (let turns = Math.ceil(random() * 20); turns > 0; turns -= 1) await Promise.resolve();
      if (isRead) held.request.paid(charged);
      else held.request.lost();
    }
  }
  await Promise.all(Array.from({ length: atOnce }, ask));
  trial.end();
  ledger.close();
  return { bill, ledgerUsd: ledger.totalUsd() };
}

function drawnTariff(random: () => number): Tariff {
  const usdPerInputToken = 5e-8 * 300 ** random();
  return {
    usdPerInputToken,
    usdPerOutputToken: usdPerInputToken * (1 + 9 * random()),
    usdPerRequest: random() < 0.3 ? 0.01 * random() : 0,
    template: random() < 0.3 ? Math.floor(2_000 * random()) : 0,
    cachedShare: random() < 0.3 ? 0.9 * random() : 0,
  };
}

function drawnSize(random: () => number, large: number): RequestSize {
  const bytes = Math.ceil(100 * 10_000 ** (random() < large ? random() : 0.3 * random()));
  const outputTokens = random() < 0.5 ? null : Math.ceil(32_000 ** random());
  return { bytes, outputTokens, answers: random() < 0.1 ? 4 : 1, pointsElsewhere: false };
}

/** An unread answer may have used its full token limit. */
function chargeFor(
  tariff: Tariff,
  { bytes, outputTokens, answers }: RequestSize,
  isRead: boolean,
  random: () => number,
) {
  const promptTokens = Math.ceil(bytes * (0.15 + 0.6 * random())) + tariff.template;
  const cachedTokens = Math.floor(promptTokens * tariff.cachedShare * random());
  const most = (outputTokens ?? 32_768) * answers;
  const completionTokens = isRead ? Math.ceil(most ** random()) : most;
  const input = promptTokens - 0.9 * cachedTokens;
  const { usdPerInputToken, usdPerOutputToken, usdPerRequest } = tariff;
  const usd = usdPerRequest + usdPerInputToken * input + usdPerOutputToken * completionTokens;
  return { usd, promptTokens, cachedTokens, completionTokens };
}
