import type { Build } from "../support/builds.ts";
import { measureBareClient } from "./bare-client.ts";
import { callAssay, diskUse, expectRequests } from "./call-assay.ts";
import { sideBySide } from "./side-by-side.ts";
import { LATENCY_MS, type Stub } from "./stub.ts";
import { type Row, ratio } from "./table.ts";
import { benchWorkspace, CASES } from "./workspace.ts";

/** Run, not judged: once on a fresh workspace, once more on unchanged files with another temperature, so that all runs. */
export async function measureRun(stub: Stub): Promise<void> {
  await sideBySide(async (build: Build) => {
    const bare = await measureBareClient(stub, LATENCY_MS, CASES);
    const workspace = benchWorkspace({ cases: CASES });
    const call = { stub, workspace, build, latencyMs: LATENCY_MS, command: "run" } as const;
    const fresh = await callAssay(call);
    expectRequests(fresh, { subject: CASES, judge: 0 });
    const disk = diskUse(workspace);
    const again = await callAssay({ ...call, runProfile: "warm" });
    expectRequests(again, { subject: CASES, judge: 0 });
    return [
      { what: "run", measured: fresh, disk },
      { what: "run, files unchanged", measured: again, disk: undefined },
    ].flatMap(({ what, measured, disk }): Row[] => [
      {
        what: `${what}: from the first request to the end`,
        seconds: measured.secondsFromFirstRequest,
        trials: CASES,
        usage: measured,
        disk,
        limits: [ratio(measured.secondsFromFirstRequest / bare.seconds, 1.5, "a bare client's time")],
        against: { cpuSeconds: 0.9 },
      },
      {
        what: `${what}: before the first request`,
        seconds: measured.secondsBeforeFirstRequest!,
        trials: CASES,
        limits: [],
        against: { seconds: 1.1 },
      },
    ]);
  });
}
