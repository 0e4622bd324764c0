import { createHash, randomBytes } from "node:crypto";
import { existsSync, mkdirSync, readdirSync, statSync, utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { temporaryFolder } from "../../../test/support/temporary.ts";
import { openContentCache } from "./content-cache.ts";

const hashOf = (content: Buffer) => createHash("sha256").update(content).digest("hex");
const kilobytes = (count: number) => randomBytes(count * 1000);

/** A clock that advances by a minute at every call. */
function ticking(): () => number {
  let at = Date.parse("2026-11-16T12:00:00Z");
  return () => (at += 60_000);
}

const pathOf = (folder: string, content: Buffer) => join(folder, hashOf(content).slice(0, 2), hashOf(content));
const isKept = (folder: string, content: Buffer) => existsSync(pathOf(folder, content));

function bytesIn(folder: string): number {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .reduce((sum, entry) => sum + statSync(join(entry.parentPath, entry.name)).size, 0);
}

test("a cache never holds much more than its limit, and loses what was used longest ago", async () => {
  const folder = temporaryFolder();
  const cache = openContentCache(folder, { maxBytes: 100_000, now: ticking() });
  const contents = Array.from({ length: 40 }, () => kilobytes(10));
  const often = contents[0]!;
  for (const [at, content] of contents.entries()) {
    await cache.get(hashOf(content), async () => content);
    utimesSync(pathOf(folder, content), at + 1, at + 1);
    if (isKept(folder, often)) await cache.get(hashOf(often), async () => null);
    expect(bytesIn(folder)).toBeLessThanOrEqual(110_000);
  }
  expect(isKept(folder, often)).toBe(true);
  expect(isKept(folder, contents[39]!)).toBe(true);
  expect(isKept(folder, contents[1]!)).toBe(false);
});

test("what was there before it was opened counts", async () => {
  const folder = temporaryFolder();
  const before = Array.from({ length: 20 }, () => kilobytes(10));
  const first = openContentCache(folder, { maxBytes: 1e9, now: ticking() });
  for (const content of before) await first.get(hashOf(content), async () => content);
  const content = kilobytes(1);
  await openContentCache(folder, { maxBytes: 50_000, now: ticking() }).get(hashOf(content), async () => content);
  expect(bytesIn(folder)).toBeLessThanOrEqual(50_000);
});

test("workers that share a folder share its limit, and each gets what it asked for", async () => {
  const folder = temporaryFolder();
  const caches = [1, 2, 3, 4].map(() => openContentCache(folder, { maxBytes: 100_000 }));
  const contents = Array.from({ length: 60 }, () => kilobytes(5));
  await Promise.all(
    caches.map(async (cache, worker) => {
      for (let turn = 0; turn < 60; turn += 1) {
        const content = contents[(turn * 7 + worker * 13) % 60]!;
        expect(await cache.get(hashOf(content), async () => content)).toEqual(content);
      }
    }),
  );
  // Each may have written a twentieth of the limit since it last checked.
  expect(bytesIn(folder)).toBeLessThanOrEqual(125_000);
});

test("a content larger than the whole cache is not kept, and pushes out nothing", async () => {
  const folder = temporaryFolder();
  const cache = openContentCache(folder, { maxBytes: 50_000, now: ticking() });
  const [small, large] = [kilobytes(1), kilobytes(60)];
  await cache.get(hashOf(small), async () => small);
  expect(await cache.get(hashOf(large), async () => large)).toEqual(large);
  expect([isKept(folder, small), isKept(folder, large)]).toEqual([true, false]);
});

test("what a killed worker left half written goes after an hour, and other files in the folder stay", async () => {
  const folder = temporaryFolder({ "notes.txt": "mine", "ab/notes.txt": "mine too" });
  const half = (name: string) => join(folder, "ab", `ab${"0".repeat(62)}.${name}.tmp`);
  mkdirSync(join(folder, "ab"), { recursive: true });
  for (const name of ["000000000001", "000000000002"]) writeFileSync(half(name), "half");
  utimesSync(half("000000000001"), 1, 1);
  const content = kilobytes(1);
  await openContentCache(folder, { maxBytes: 10 }).get(hashOf(content), async () => content);
  await openContentCache(folder, { maxBytes: 2000 }).get(hashOf(content), async () => content);
  expect([existsSync(half("000000000001")), existsSync(half("000000000002"))]).toEqual([false, true]);
  expect([existsSync(join(folder, "notes.txt")), existsSync(join(folder, "ab/notes.txt"))]).toEqual([true, true]);
});
