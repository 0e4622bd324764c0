import { secondProcess } from "../support/second-process.ts";
import { callAssay } from "./call-assay.ts";
import { startStub } from "./stub.ts";
import { benchWorkspace, isAlive } from "./workspace.ts";

const PATIENCE_MS = 5000;

/** Kills a bench in the middle of a call: neither its stub nor the measured program may live on and disturb the next. */
export async function checkThatAKilledBenchLeavesNothing(): Promise<void> {
  const { child, ready: pids } = await secondProcess<number[]>("to-be-killed");
  child.kill("SIGKILL");
  const givenUpAt = Date.now() + PATIENCE_MS;
  while (pids.some(isAlive) && Date.now() < givenUpAt) await pause();
  const left = pids.filter(isAlive);
  console.log(
    `  a killed bench leaves no process: ${left.length === 0 ? "ok" : `FAILED: ${left.join(" and ")} still run`}`,
  );
  if (left.length > 0) process.exitCode = 1;
}

/** The bench that is killed: its stub answers in an hour, so once it has been asked the call is under way for certain. */
export async function waitToBeKilled(): Promise<void> {
  const stub = await startStub();
  const workspace = benchWorkspace({ cases: 1 });
  let pid = 0;
  const call = callAssay({
    ...{ stub, workspace, latencyMs: 3_600_000, command: "run" },
    onStart: (started) => (pid = started),
  });
  while ((await stub.seen()).subject === 0) await pause();
  process.send!([stub.pid, pid]);
  await call;
}

function pause(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, 20));
}
