import { createHash } from "node:crypto";
import { closeSync, mkdtempSync, openSync, readdirSync, readFileSync, readSync, rmSync, writeSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { openStore } from "../src/store/index.ts";

/**
 * Records in and out of the store, compared with the unavoidable work: turning a value into JSON, hashing and writing it; parsing
 * the index; reading, hashing and parsing a record.
 */
const RECORDS = 500_000;
const READS = 50_000;
/** About what one judge call comes to. */
const VALUE = {
  result: { status: "verdict", answer: "The answer is right. ".repeat(20) },
  attempts: [],
};

const folder = mkdtempSync(join(tmpdir(), "assay-bench-"));
try {
  const keys = Array.from({ length: RECORDS }, (_, index) => hash(String(index)));
  const bareAppending = seconds(() => appendBarely(keys));
  const appending = await append(keys);
  report(`${RECORDS.toLocaleString("en")} records appended`, RECORDS, appending, bareAppending);

  const bareReopening = seconds(parseIndexBarely);
  const before = memory();
  let reopened = openStore(folder);
  const bytesPerRecord = Math.round((memory() - before) / RECORDS);
  await reopened.close();
  const reopening = seconds(() => (reopened = openStore(folder)));
  report("opened again with its index", RECORDS, reopening, bareReopening);
  console.log(`    memory: ${bytesPerRecord} bytes a record (limit 300)`);
  if (bytesPerRecord > 300) process.exitCode = 1;

  const some = Array.from({ length: READS }, (_, index) => keys[(index * 7919) % RECORDS]!);
  const bareReading = seconds(() => readBarely(some.map((key) => reopened.entries("call", key)[0]!)));
  const reading = seconds(() => {
    for (const key of some) if (reopened.read("call", key) === null) throw new Error(`${key} is lost`);
  });
  report(`${READS.toLocaleString("en")} read in no order`, READS, reading, bareReading);
  await reopened.close();

  for (const name of readdirSync(join(folder, "log"))) if (name.endsWith(".index")) rmSync(join(folder, "log", name));
  const scanning = seconds(() => (reopened = openStore(folder)));
  await reopened.close();
  report("opened again without its index", RECORDS, scanning, reopening, "opening with it");
} finally {
  rmSync(folder, { recursive: true, force: true });
}

/** In a function of its own: what it opened is let go before memory is measured. */
async function append(keys: readonly string[]): Promise<number> {
  const store = openStore(folder);
  const took = seconds(() => {
    for (const [index, key] of keys.entries()) store.append({ kind: "call", key, value: { ...VALUE, index } as never });
  });
  await store.close();
  return took;
}

function report(what: string, count: number, took: number, floor: number, than = "the bare work"): void {
  const rate = Math.round(count / took).toLocaleString("en");
  console.log(`  ${what}: ${rate} a second, ${(took / floor).toFixed(1)} × ${than}`);
}

function appendBarely(keys: readonly string[]): void {
  const path = join(folder, "bare.jsonl");
  const file = openSync(path, "w");
  for (const [index, key] of keys.entries()) {
    const value = JSON.stringify({ ...VALUE, index });
    writeSync(file, `{"key":"${key}","sha256":"${hash(value)}","value":${value}}\n`);
  }
  closeSync(file);
  rmSync(path);
}

function parseIndexBarely(): void {
  const [name] = readdirSync(join(folder, "log")).filter((file) => file.endsWith(".index"));
  const lines = readFileSync(join(folder, "log", name!), "utf8")
    .split("\n")
    .filter(Boolean);
  for (const line of lines) JSON.parse(line.slice(9));
}

function readBarely(entries: readonly { offset: number; length: number; segment: string }[]): void {
  const file = openSync(join(folder, "log", `${entries[0]!.segment}.jsonl`), "r");
  for (const { offset, length } of entries) {
    const bytes = Buffer.allocUnsafe(length);
    readSync(file, bytes, 0, length, offset);
    hash(bytes.toString());
    JSON.parse(bytes.toString());
  }
  closeSync(file);
}

function hash(text: string): string {
  return createHash("sha256").update(text).digest("hex");
}

function seconds(act: () => unknown): number {
  const start = performance.now();
  act();
  return (performance.now() - start) / 1000;
}

function memory(): number {
  globalThis.gc?.();
  const { heapUsed, external } = process.memoryUsage();
  return heapUsed + external;
}
