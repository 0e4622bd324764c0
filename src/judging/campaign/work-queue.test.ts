import { setTimeout as wait } from "node:timers/promises";
import { expect, test } from "vitest";
import { openWorkQueue } from "./work-queue.ts";

test("items are begun in their order, never more at a time than allowed, and all are done at the end", async () => {
  const begun: number[] = [];
  let active = 0;
  let mostActive = 0;
  const queue = openWorkQueue<number>(3, async (item) => {
    begun.push(item);
    active += 1;
    mostActive = Math.max(mostActive, active);
    await wait(item % 4);
    active -= 1;
  });
  const items = Array.from({ length: 50 }, (_, index) => index);
  for (const item of items) queue.add(item);
  // On a busy machine the queue may already have yielded.
  expect(queue.waiting()).toBeGreaterThanOrEqual(47);
  await queue.whenDone();
  expect([begun, mostActive, active, queue.waiting()]).toEqual([items, 3, 0, 0]);
  await queue.whenDone();
  queue.add(50);
  await queue.whenDone();
  expect(begun).toHaveLength(51);
});

test("what is cleared is never begun, and what was begun is waited for", async () => {
  const ended: string[] = [];
  const queue = openWorkQueue<string>(1, async (item) => {
    await wait(2);
    ended.push(item);
  });
  for (const item of ["a", "b", "c"]) queue.add(item);
  queue.clear();
  queue.add("d");
  await queue.whenDone();
  expect(ended).toEqual(["a", "d"]);
});

test("work that ends at once lets others have their turn in between", async () => {
  let turns = 0;
  let isOver = false;
  const takeTurns = () => {
    turns += 1;
    if (!isOver) setImmediate(takeTurns);
  };
  const begun: number[] = [];
  const queue = openWorkQueue<number>(1, (item) => {
    const startedAt = performance.now();
    while (performance.now() - startedAt < 2);
    begun.push(item);
    return undefined;
  });
  setImmediate(takeTurns);
  const items = Array.from({ length: 60 }, (_, index) => index);
  for (const item of items) queue.add(item);
  await queue.whenDone();
  isOver = true;
  expect(begun).toEqual(items);
  expect(turns).toBeGreaterThan(1);
});

test("a hundred thousand items that end at once do not pile up on the stack", async () => {
  let count = 0;
  const queue = openWorkQueue<number>(2, async () => {
    count += 1;
  });
  for (let item = 0; item < 100_000; item += 1) queue.add(item);
  await queue.whenDone();
  expect(count).toBe(100_000);
});
