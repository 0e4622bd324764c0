import { spawn } from "node:child_process";
import { once } from "node:events";
import { expect, test } from "vitest";
import { DEAD_PID } from "../../../test/support/store-records.ts";
import { isProcessAlive } from "../../files/index.ts";
import { nameOfThisProcess, presenceOf } from "./process-name.ts";

test("a process is told from one that is gone and from one that nobody here can ask", () => {
  const mine = nameOfThisProcess();
  const [machine, pid, start] = mine.split("-");
  expect(presenceOf(mine)).toBe("running");
  expect(presenceOf(`${machine}-${DEAD_PID}-${start}`)).toBe("gone");
  expect(presenceOf(`00000000-${pid}-${start}`)).toBe("elsewhere");
  expect([0, -1, 1.5, Number.NaN].map(isProcessAlive)).toEqual([false, false, false, false]);
});

test.skipIf(process.platform !== "linux")("a number that was given to another process since is no sign of life", () => {
  const [machine, pid] = nameOfThisProcess().split("-");
  expect(presenceOf(`${machine}-${pid}-1`)).toBe("gone");
});

test.skipIf(process.platform !== "linux")("a process that has ended and is not yet buried is gone", async () => {
  // The shell replaces itself with a program that never waits for its child.
  const parent = spawn("sh", ["-c", "sleep 0 & echo $!; exec sleep 30"], { stdio: ["ignore", "pipe", "ignore"] });
  const [printed] = (await once(parent.stdout!, "data")) as [Buffer];
  await expect.poll(() => isProcessAlive(Number(String(printed).trim())), { timeout: 10_000 }).toBe(false);
  parent.kill();
});
