import { readdirSync, readFileSync, renameSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { temporaryFolder } from "../../../test/support/temporary.ts";
import type { SpendRecord } from "../../records/index.ts";
import { openStore, type Store } from "../../store/index.ts";
import { openAccount } from "./account.ts";
import { type Ledger, openLedger } from "./ledger.ts";

const NAME = "runs/s/p";
const MODEL = { name: "m", endpoint: "https://api.example/v1", size: 100, isFree: false };
const AGENT = { ...MODEL, asksPerRequest: true };
const SIZE = { bytes: 400, outputTokens: 10, answers: 1, pointsElsewhere: false };
const PRICE = { usd: 0.1, promptTokens: 100, cachedTokens: 0, completionTokens: 10 };

interface Command {
  store: Store;
  ledger: Ledger;
}

function open(outputs: string, maxCostUsd: number | null): Command {
  const store = openStore(outputs);
  return { store, ledger: openLedger({ maxCostUsd, account: openAccount(store, NAME) }) };
}

async function end({ store, ledger }: Command): Promise<void> {
  ledger.close();
  await store.close();
}

/** Simulates a killed process: nothing more is written, and its id belongs to no process. */
async function kill(outputs: string, { store }: Command): Promise<void> {
  await store.close();
  const log = join(outputs, "log");
  const name = new RegExp(`-${process.pid}-\\d+-`);
  for (const file of readdirSync(log)) renameSync(join(log, file), join(log, file.replace(name, "-999999999-1-")));
}

async function paid(ledger: Ledger, usd: number): Promise<void> {
  const reservation = (await ledger.reserve(MODEL))!;
  reservation.paid(usd);
  reservation.end();
}

function spendRecords(outputs: string): SpendRecord[] {
  const log = join(outputs, "log");
  return readdirSync(log)
    .filter((file) => file.endsWith(".jsonl"))
    .flatMap((file) => readFileSync(join(log, file), "utf8").trim().split("\n"))
    .map((line) => JSON.parse(line) as { kind: string; value: SpendRecord })
    .flatMap(({ kind, value }) => (kind === "spend" ? [value] : []));
}

test("what was in flight of a command that was killed counts as spent, and the next one says so", async () => {
  const outputs = temporaryFolder({});
  const killed = open(outputs, 1);
  await paid(killed.ledger, 0.4);
  await killed.ledger.reserve(MODEL);
  await kill(outputs, killed);
  const next = open(outputs, 1);
  // Half as much again as the needed $0.50, so that not every request writes.
  expect(next.ledger.totalUsd()).toBeCloseTo(0.4 + 0.75);
  expect(next.ledger.reservedUsd()).toBeCloseTo(0.75);
  expect(await next.ledger.reserve(MODEL)).toBeNull();
  expect(next.ledger.stopReason()).toBe(
    "stopped at $1.1500 ($1.1500 of it before or elsewhere, $0.7500 of it reserved for what was in flight when an earlier command was killed): the next call might cross the limit of $1",
  );
  await end(next);
  // Counted once, however many commands follow.
  const last = open(outputs, 2);
  expect(last.ledger.totalUsd()).toBeCloseTo(1.15);
  await end(last);
});

test("what was in flight of an agent counts at its upper bound", async () => {
  const outputs = temporaryFolder({});
  const killed = open(outputs, 10);
  const trial = (await killed.ledger.reserve(AGENT))!;
  const first = await trial.hold(SIZE);
  if (first.ok) first.request.paid(PRICE);
  const second = await trial.hold({ ...SIZE, bytes: 4_000 });
  await kill(outputs, killed);
  const next = open(outputs, 10);
  expect(second.ok && second.mostUsd).toBeGreaterThan(4);
  expect(next.ledger.totalUsd()).toBeGreaterThanOrEqual(0.1 + (second.ok ? second.mostUsd! : 0));
  await end(next);
});

test("a command that ends leaves nothing reserved, whatever it had in flight, and neither does one that still runs", async () => {
  const outputs = temporaryFolder({});
  const running = open(outputs, 1);
  await paid(running.ledger, 0.1);
  await running.ledger.reserve(MODEL);
  const beside = open(outputs, 1);
  expect(beside.ledger.totalUsd()).toBeCloseTo(0.1);
  await end(running);
  await end(beside);
  expect(spendRecords(outputs).at(-1)?.in_flight).toEqual({ usd: 0, unpriced: 0, unpriced_usd: 0 });
  const next = open(outputs, 1);
  expect([next.ledger.totalUsd(), next.ledger.reservedUsd()]).toEqual([0.1, 0]);
  await end(next);
});

test("without a price, what was in flight counts at a default until one is known, and three of them stop", async () => {
  const outputs = temporaryFolder({});
  for (let round = 0; round < 3; round += 1) {
    const killed = open(outputs, 50);
    expect(await killed.ledger.reserve(MODEL), `round ${round}`).not.toBeNull();
    await kill(outputs, killed);
  }
  const stopped = open(outputs, 50);
  expect(stopped.ledger.totalUsd()).toBeGreaterThan(1);
  expect(await stopped.ledger.reserve(MODEL)).toBeNull();
  expect(stopped.ledger.stopReason()).toContain(
    "stopped: 3 requests were in flight when earlier commands were killed, and none has named a price",
  );
  await end(stopped);
  const unlimited = open(outputs, null);
  await paid(unlimited.ledger, 0.1);
  await end(unlimited);
  const again = open(outputs, 50);
  expect(again.ledger.totalUsd()).toBeCloseTo(0.1 + 3 * 0.125);
  expect(await again.ledger.reserve(MODEL)).not.toBeNull();
  await end(again);
});

test("a limit that is too low for the default stops after the first of them", async () => {
  const outputs = temporaryFolder({});
  const killed = open(outputs, 0.5);
  await killed.ledger.reserve(MODEL);
  await kill(outputs, killed);
  const next = open(outputs, 0.5);
  expect(await next.ledger.reserve(MODEL)).toBeNull();
  expect(next.ledger.stopReason()).toContain("in flight when an earlier command was killed");
  await end(next);
});

test("where nothing is limited, nothing is reserved: the records are what they were", async () => {
  const outputs = temporaryFolder({});
  const command = open(outputs, null);
  await paid(command.ledger, 0.1);
  const trial = (await command.ledger.reserve(AGENT))!;
  await trial.hold(SIZE);
  await end(command);
  expect(spendRecords(outputs)).toEqual([{ schema_version: 2, usd: 0.1, highest_usd: 0.1 }]);
});

test("a steady number in flight is written down now and then, not for every request", async () => {
  const outputs = temporaryFolder({});
  const command = open(outputs, 1_000);
  await paid(command.ledger, 0.01);
  const trials = await Promise.all(Array.from({ length: 8 }, () => command.ledger.reserve(MODEL)));
  for (let round = 0; round < 200; round += 1) {
    trials.shift()!.end();
    trials.push(await command.ledger.reserve(MODEL));
  }
  await end(command);
  expect(spendRecords(outputs).length).toBeLessThan(15);
});
