import { bestOf } from "./best-of.ts";
import { callAssay, expectRequests } from "./call-assay.ts";
import { CASES, LATENCY_MS } from "./ideal.ts";
import type { Stub } from "./stub.ts";
import { megabytes, seconds } from "./table.ts";
import { type BenchWorkspace, benchWorkspace } from "./workspace.ts";

/** Everything is stored already: nothing is left but to find that out, and to report. */
export async function measureStored(stub: Stub, judged?: BenchWorkspace): Promise<void> {
  // The endpoint is part of a run's identity, so the latency, which stands in its address, has to stay the same.
  const workspace = judged ?? benchWorkspace({ cases: CASES });
  const call = { stub, workspace, latencyMs: LATENCY_MS };
  if (!judged) await callAssay({ ...call, command: "run-eval" });
  for (const command of ["run-eval", "report"] as const)
    await bestOf(async () => {
      const measured = await callAssay({ ...call, command });
      expectRequests(measured, { subject: 0, judge: 0 });
      return [
        {
          what: `everything stored: ${command}`,
          seconds: measured.seconds,
          trials: CASES,
          usage: measured,
          limits: [seconds(measured.seconds, 1.5), megabytes(measured.peakMegabytes, 200)],
        },
      ];
    });
}
