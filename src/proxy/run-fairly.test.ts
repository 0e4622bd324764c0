import { expect, test } from "vitest";
import { runFairly } from "./run-fairly.ts";

function busy(milliseconds: number): void {
  const end = performance.now() + milliseconds;
  while (performance.now() < end);
}

test("between two pieces of work, whatever else waits has its turn", async () => {
  const order: string[] = [];
  const trial = {};
  const work = (name: string) =>
    runFairly(trial, () => {
      order.push(name);
      setImmediate(() => order.push(`what came during ${name}`));
      setTimeout(() => order.push(`what waited since ${name}`), 1);
      busy(20);
    });
  await Promise.all([work("one"), work("two")]);
  const beforeTwo = order.slice(0, order.indexOf("two"));
  expect(beforeTwo.sort()).toEqual(["one", "what came during one", "what waited since one"]);
});

test("a trial that sends much lets a neighbour that sends little go second", async () => {
  const order: string[] = [];
  const [greedy, neighbour] = [{}, {}];
  const work = (owner: object, name: string) => runFairly(owner, () => void order.push(name));
  await Promise.all([...[1, 2, 3, 4].map((number) => work(greedy, `greedy ${number}`)), work(neighbour, "neighbour")]);
  expect(order.indexOf("neighbour")).toBeLessThan(2);
  expect(order.filter((name) => name !== "neighbour")).toEqual(["greedy 1", "greedy 2", "greedy 3", "greedy 4"]);
});

test("work that throws holds up nobody", async () => {
  const trial = {};
  const failing = runFairly(trial, () => {
    throw new Error("no JSON");
  });
  const next = runFairly(trial, () => "next");
  await expect(failing).rejects.toThrow("no JSON");
  expect(await next).toBe("next");
});
