import { expect, test } from "vitest";
import { collect } from "../../test/support/collect.ts";
import { runInOrder } from "./run-in-order.ts";

const later = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds));

test("results come in the order of the tasks, however they end", async () => {
  const tasks = [30, 1, 15, 1].map((wait, index) => async () => {
    await later(wait);
    return index;
  });
  expect(await collect(runInOrder(tasks, 4))).toEqual([0, 1, 2, 3]);
});

test("never more than so many run at once", async () => {
  let running = 0;
  let most = 0;
  const tasks = Array.from({ length: 20 }, () => async () => {
    most = Math.max(most, ++running);
    await later(1);
    running--;
  });
  await collect(runInOrder(tasks, 3));
  expect(most).toBe(3);
});

test("tasks are taken only as they are needed", async () => {
  let taken = 0;
  function* endless() {
    for (;;) {
      taken += 1;
      yield async () => taken;
    }
  }
  for await (const _ of runInOrder(endless(), 2)) break;
  expect(taken).toBeLessThan(50);
});

test("a task that fails is reported in its turn, after those before it", async () => {
  const seen: number[] = [];
  const tasks = [async () => 1, async () => Promise.reject(new Error("broken")), async () => 3];
  const all = async () => {
    for await (const result of runInOrder(tasks, 3)) seen.push(result);
  };
  await expect(all()).rejects.toThrow("broken");
  expect(seen).toEqual([1]);
});
