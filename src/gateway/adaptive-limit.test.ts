import { expect, test } from "vitest";
import { createAdaptiveLimit, type LoadSignal } from "./adaptive-limit.ts";

async function runWave(limit: ReturnType<typeof createAdaptiveLimit>, loads: LoadSignal[]): Promise<void> {
  await Promise.all(
    loads.map((load) =>
      limit.run(
        async () => load,
        (result) => result,
      ),
    ),
  );
}
const times = (count: number, load: LoadSignal) => Array.from({ length: count }, () => load);

test("until the first refusal it grows by one with every success, while more tasks are waiting", async () => {
  const limit = createAdaptiveLimit({ start: 4 });
  const running: (() => void)[] = [];
  const task = () => new Promise<LoadSignal>((resolve) => running.push(() => resolve("success")));
  for (let number = 0; number < 20; number++) void limit.run(task, (load) => load);
  for (let successes = 1; successes <= 5; successes++) {
    await new Promise((resolve) => setImmediate(resolve));
    running.shift()!();
    await new Promise((resolve) => setImmediate(resolve));
    expect(limit.concurrency).toBe(4 + successes);
  }
});

test("a burst of refusals of requests that were in flight together halves it once", async () => {
  const limit = createAdaptiveLimit({ start: 16 });
  await runWave(limit, times(16, "crowded"));
  expect(limit.concurrency).toBe(8);
});

test("a refusal of a request that started afterwards halves it again, down to one", async () => {
  const limit = createAdaptiveLimit({ start: 4 });
  for (let wave = 0; wave < 5; wave++) await runWave(limit, ["crowded"]);
  expect(limit.concurrency).toBe(1);
});

test("after a refusal it takes a whole round of successes to grow by one", async () => {
  const limit = createAdaptiveLimit({ start: 16 });
  await runWave(limit, ["crowded"]);
  await runWave(limit, times(16, "success"));
  expect(limit.concurrency).toBe(9);
});

test("it does not grow beyond what is used", async () => {
  const limit = createAdaptiveLimit({ start: 4 });
  for (let wave = 0; wave < 100; wave++) await runWave(limit, ["success"]);
  expect(limit.concurrency).toBe(4);
});

test("errors that say nothing about load change nothing", async () => {
  const limit = createAdaptiveLimit({ start: 4 });
  await runWave(limit, times(50, "neutral"));
  expect(limit.concurrency).toBe(4);
});

test("it never exceeds its most", async () => {
  const limit = createAdaptiveLimit({ start: 4, most: 6 });
  await runWave(limit, times(100, "success"));
  expect(limit.concurrency).toBe(6);
});

test("a task that waits in line is given up when the signal comes, and never starts", async () => {
  const limit = createAdaptiveLimit({ start: 1 });
  let release = () => {};
  const first = limit.run(
    () => new Promise<string>((resolve) => (release = () => resolve("done"))),
    () => "neutral",
  );
  const interrupt = new AbortController();
  let started = false;
  const waiting = limit.run(
    async () => (started = true),
    () => "neutral",
    interrupt.signal,
  );
  interrupt.abort();
  expect(await waiting).toBeNull();
  release();
  expect(await first).toBe("done");
  await new Promise((resolve) => setImmediate(resolve));
  expect(started).toBe(false);
});
