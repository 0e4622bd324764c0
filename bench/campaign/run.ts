import { bestOf } from "./best-of.ts";
import { callAssay, diskUse, expectRequests } from "./call-assay.ts";
import { CASES, idealSeconds, LATENCY_MS } from "./ideal.ts";
import type { Stub } from "./stub.ts";
import { ratio, seconds } from "./table.ts";
import { benchWorkspace } from "./workspace.ts";

const LIMIT = 1.15;

/** Run, not judged: once on a fresh workspace, once more on unchanged files with another temperature, so that all runs. */
export async function measureRun(stub: Stub): Promise<void> {
  const ideal = idealSeconds(CASES);
  await bestOf(async () => {
    const workspace = benchWorkspace({ cases: CASES });
    const call = { stub, workspace, latencyMs: LATENCY_MS, command: "run" } as const;
    const fresh = await callAssay(call);
    expectRequests(fresh, { subject: CASES, judge: 0 });
    const disk = diskUse(workspace);
    const again = await callAssay({ ...call, runProfile: "warm" });
    expectRequests(again, { subject: CASES, judge: 0 });
    const both = [
      { what: "run", measured: fresh, disk, before: 2.5 },
      { what: "run, files unchanged", measured: again, disk: undefined, before: 1 },
    ];
    return both.flatMap(({ what, measured, disk, before }) => [
      {
        what: `${what}: from the first request to the end`,
        seconds: measured.secondsFromFirstRequest,
        idealSeconds: ideal,
        trials: CASES,
        usage: measured,
        disk,
        limits: [ratio(measured.secondsFromFirstRequest / ideal, LIMIT)],
      },
      {
        what: `${what}: before the first request`,
        seconds: measured.secondsBeforeFirstRequest!,
        trials: CASES,
        limits: [seconds(measured.secondsBeforeFirstRequest!, before)],
      },
    ]);
  });
}
