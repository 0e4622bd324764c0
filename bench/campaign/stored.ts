import type { Build } from "../support/builds.ts";
import { callAssay, expectRequests } from "./call-assay.ts";
import { sideBySide } from "./side-by-side.ts";
import { LATENCY_MS, type Stub } from "./stub.ts";
import { megabytes } from "./table.ts";
import { type BenchWorkspace, benchWorkspace, CASES } from "./workspace.ts";

/** Everything is stored already: nothing is left but to find that out, and to report. */
export async function measureStored(stub: Stub): Promise<void> {
  const workspaces = new Map<Build, BenchWorkspace>();
  for (const command of ["run-eval", "report"] as const)
    await sideBySide(async (build) => {
      const call = { stub, build, latencyMs: LATENCY_MS };
      const known = workspaces.get(build);
      const workspace = known ?? benchWorkspace({ cases: CASES });
      if (!known) await callAssay({ ...call, workspace, command: "run-eval", words: ["--no-files"] });
      workspaces.set(build, workspace);
      const measured = await callAssay({
        ...call,
        workspace,
        command,
        words: command === "run-eval" ? ["--no-files"] : [],
      });
      expectRequests(measured, { subject: 0, judge: 0 });
      return [
        {
          what: `everything stored: ${command}`,
          seconds: measured.seconds,
          trials: CASES,
          usage: measured,
          limits: [megabytes(measured.peakMegabytes, 200)],
          against: { cpuSeconds: 0.6, peakMegabytes: 1 },
        },
      ];
    });
}
