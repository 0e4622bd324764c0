import { expect, test } from "vitest";
import { seededRandom } from "../../../test/support/seeded-random.ts";
import { temporaryAccount } from "./account.ts";
import { openLedger } from "./ledger.ts";

/** One command against providers with a particular course of prices. */
interface Path {
  /** The price of one question. */
  price(asked: Asked): number;
  models: number;
  inFlight: number;
  questions: number;
  maxCostUsd: number;
  random: () => number;
}

interface Asked {
  model: number;
  size: number;
  /** Completed part of the command, 0 to 1. */
  done: number;
}

interface Course {
  spentUsd: number;
  highestUsd: number;
  asked: number;
  /** Relative to the time at full concurrency, from the 20th question on. */
  throughput: number;
}

/** Price models, each with its random parameters. */
const WORLDS: Record<string, (random: () => number) => Path["price"]> = {
  constant: () => () => 0.01,
  "drifting up":
    () =>
    ({ done }) =>
      0.01 * 3 ** (3 * done),
  "heavy-tailed": (random) => () => 0.01 * Math.exp(1.5 * normal(random)),
  "jump of 10": (random) => jump(random, 10),
  "jump of 100": (random) => jump(random, 100),
  "ramp of 100": (random) => {
    const at = random() * 0.8;
    return ({ done }) => 0.01 * 100 ** Math.min(1, Math.max(0, (done - at) * 5));
  },
  "two models":
    () =>
    ({ model }) =>
      model === 0 ? 0.001 : 0.1,
  "by size":
    (random) =>
    ({ size }) =>
      size * 2e-5 * (0.5 + random()),
  "cheap, then a jump": (random) => {
    const jumps = jump(random, 100);
    return (asked) => jumps(asked) / 100;
  },
};

test.each(Object.keys(WORLDS))("%s: a limit is crossed by one question at most, or a tenth of it", async (world) => {
  for (let seed = 0; seed < 120; seed += 1) {
    const path = drawnPath(world, seed);
    const { spentUsd, highestUsd } = await walk(path);
    const { maxCostUsd, inFlight } = path;
    const told = `seed ${seed}, ${inFlight} in flight, $${maxCostUsd}, spent ${spentUsd}, highest ${highestUsd}`;
    expect(spentUsd - maxCostUsd, told).toBeLessThanOrEqual(Math.max(highestUsd, 0.1 * maxCostUsd));
  }
});

test("a price that jumps from a cent to a dollar with 32 in flight crosses a limit of $1 by a dollar at most", async () => {
  let asked = 0;
  const price = () => (++asked > 20 ? 1 : 0.01);
  const random = seededRandom(7);
  const { spentUsd } = await walk({ price, models: 1, inFlight: 32, questions: 400, maxCostUsd: 1, random });
  expect(spentUsd).toBeLessThanOrEqual(2);
});

test("a generous limit costs little time where a hundred times what is in flight fits into it", async () => {
  const random = seededRandom(3);
  const path = { price: () => 0.01, models: 1, inFlight: 8, questions: 1_600, maxCostUsd: 32, random };
  const { throughput, asked } = await walk(path);
  expect(asked).toBe(1_600);
  expect(throughput).toBeGreaterThan(0.95);
});

function drawnPath(world: string, seed: number): Path {
  const random = seededRandom(seed + 1_000);
  const price = WORLDS[world]!(random);
  const inFlight = Math.ceil(64 ** random());
  const questions = 40 + Math.floor(random() * 300);
  const maxCostUsd = 0.05 * 200 ** random();
  return { price, models: world === "two models" ? 2 : 1, inFlight, questions, maxCostUsd, random };
}

/** Simulates a course of prices on a virtual clock. */
async function walk({ price, models, inFlight, questions, maxCostUsd, random }: Path): Promise<Course> {
  const ledger = openLedger({ maxCostUsd, account: temporaryAccount() });
  const events: { at: number; end: () => void }[] = [];
  const course: Course = { spentUsd: 0, highestUsd: 0, asked: 0, throughput: 0 };
  let now = 0;
  let next = 0;
  let workSince20 = 0;
  let began20 = 0;
  async function askInTurn(): Promise<void> {
    while (next < questions) {
      const number = next++;
      const model = number % models;
      const size = Math.ceil(100 * 100 ** random());
      const reservation = await ledger.reserve({
        name: `m${model}`,
        endpoint: "e",
        size: 1,
        length: size,
        isFree: false,
      });
      if (!reservation) return;
      course.asked += 1;
      if (number === 20) began20 = now;
      const seconds = 1 + random();
      await new Promise<void>((end) => events.push({ at: now + seconds, end }));
      if (number >= 20) workSince20 += seconds;
      const usd = price({ model, size, done: number / questions });
      course.spentUsd += usd;
      course.highestUsd = Math.max(course.highestUsd, usd);
      reservation.paid(usd);
      reservation.end();
    }
  }
  const all = Promise.all(Array.from({ length: inFlight }, askInTurn));
  for (;;) {
    await new Promise((resolve) => setImmediate(resolve));
    const first = events.reduce<(typeof events)[0] | null>(
      (one, other) => (!one || other.at < one.at ? other : one),
      null,
    );
    if (!first) break;
    events.splice(events.indexOf(first), 1);
    now = first.at;
    first.end();
  }
  await all;
  course.throughput = workSince20 / inFlight / Math.max(1, now - began20);
  return course;
}

function jump(random: () => number, factor: number): Path["price"] {
  const at = random() * 0.9;
  return ({ done }) => (done >= at ? 0.01 * factor : 0.01);
}

function normal(random: () => number): number {
  return Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());
}
