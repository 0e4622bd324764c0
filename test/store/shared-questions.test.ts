import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { describe, expect, test } from "vitest";
import { seededRandom } from "../../src/statistics/index.ts";
import { IN_FLIGHT, type PaidWork, paidWork } from "./paid-work.ts";
import { patientStub } from "./patient-stub.ts";
import { repeatedRequests } from "./repeated-requests.ts";

const NAMES = ["a", "b", "c", "d"];

const slowStub = (least = 10) => {
  const random = seededRandom(7);
  return patientStub(() => least + random.below(90));
};

const asked = (work: PaidWork) => {
  const count = (kind: string) => work.requests().filter((request) => request.kind === kind).length;
  return { subject: count("subject"), judge: count("judge") };
};

describe.each(["campaign", "rubric", "batch"] as const)("the same %s under different names", (protocol) => {
  test.each([2, 4])("in %i processes at once is paid for once, and every one gets its result", async (processes) => {
    const work = paidWork(protocol, `key-of-${protocol}-${processes}`, await slowStub(), 24);
    const names = NAMES.slice(0, processes);
    const ended = await Promise.all(names.map((name) => work.start(name)));
    for (const one of ended) expect(one).toMatchObject({ code: 0 });
    expect(asked(work)).toEqual(work.needed);
    const [first, ...others] = await Promise.all(names.map((name) => work.result(name)));
    for (const other of others) expect(other).toEqual(first);
    expect(readdirSync(join(work.cwd, "outputs")).filter((name) => name.startsWith("."))).toEqual([]);
  });

  test("goes on when one of two processes is killed, and only what that one had in flight is paid for again", async () => {
    const work = paidWork(protocol, `key-of-killed-${protocol}`, await slowStub(), 24);
    const killed = work.startAndKill({ after: "first request", milliseconds: 150 });
    const other = work.start("b");
    await killed;
    expect(await other).toMatchObject({ code: 0 });
    const { needed, paidTwice } = repeatedRequests(work.requests(), IN_FLIGHT);
    expect(needed).toEqual(work.needed);
    expect(paidTwice).toEqual([]);
    expect(await work.start("a")).toMatchObject({ code: 0 });
    expect(await work.result("a")).toEqual(await work.result("b"));
  });
});

test("a process that waits says for whom, and Ctrl-C ends its waiting", async () => {
  const stub = await patientStub(() => 60_000);
  const work = paidWork("rubric", "key-of-the-patient", stub, 1);
  let endFirst = () => {};
  const first = work.start("a", (child) => {
    endFirst = () => child.kill("SIGKILL");
  });
  await stub.nextRequest("key-of-the-patient");
  const second = await work.start("b", (child) => {
    child.stderr!.on("data", (chunk: Buffer) => {
      if (String(chunk).includes("Waiting for process")) child.kill("SIGINT");
    });
  });
  expect(second.code).toBe(130);
  expect(second.stderr).toMatch(
    /Waiting for process \d+, which is asking the same right now; its answers will be reused\./,
  );
  endFirst();
  await first;
  expect(work.requests()).toHaveLength(1);
});

test("when the process that asks is stopped and killed, whoever waits asks at once", async () => {
  const stub = await patientStub(() => 200);
  const work = paidWork("batch", "key-of-the-stopped", stub, 1);
  let killFirst = () => {};
  let stopFirst = () => {};
  const first = work.start("a", (child) => {
    killFirst = () => child.kill("SIGKILL");
    stopFirst = () => child.kill("SIGSTOP");
  });
  await stub.nextRequest("key-of-the-stopped");
  stopFirst();
  let ended = false;
  const second = work.start("b").then((result) => {
    ended = true;
    return result;
  });
  await wait(1_500);
  expect(ended).toBe(false);
  expect(work.requests()).toHaveLength(1);
  killFirst();
  expect((await first).signal).toBe("SIGKILL");
  expect(await second).toMatchObject({ code: 0 });
  expect(work.requests()).toHaveLength(2);
  expect(existsSync(join(work.cwd, "outputs/.claims"))).toBe(false);
});
