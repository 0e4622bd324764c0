import { bestOf } from "./best-of.ts";
import { callAssay, diskUse, expectRequests } from "./call-assay.ts";
import { CASES, idealSeconds, LATENCY_MS } from "./ideal.ts";
import type { Stub } from "./stub.ts";
import { cpu, kilobytesPerTrial, megabytes, ratio } from "./table.ts";
import { type BenchWorkspace, benchWorkspace } from "./workspace.ts";

const LIMIT = 1.2;

/** Run and judged, the start of the program included; gives the workspace, where everything is stored now. */
export async function measureJudged(stub: Stub): Promise<BenchWorkspace> {
  const stored = await measure(stub, { what: "run and judged", words: [], kilobytes: 40 });
  await measure(stub, { what: "run and judged, --no-files", words: ["--no-files"], kilobytes: 10 });
  return stored;
}

async function measure(
  stub: Stub,
  { what, words, kilobytes }: { what: string; words: string[]; kilobytes: number },
): Promise<BenchWorkspace> {
  const ideal = idealSeconds(2 * CASES);
  let workspace: BenchWorkspace;
  await bestOf(async () => {
    workspace = benchWorkspace({ cases: CASES });
    const measured = await callAssay({ stub, workspace, latencyMs: LATENCY_MS, command: "run-eval", words });
    expectRequests(measured, { subject: CASES, judge: CASES });
    const disk = diskUse(workspace);
    return [
      {
        what: `${what}: the whole command`,
        seconds: measured.seconds,
        idealSeconds: ideal,
        trials: CASES,
        usage: measured,
        disk,
        limits: [
          ratio(measured.seconds / ideal, LIMIT),
          cpu(measured.cpuSeconds, 18),
          megabytes(measured.peakMegabytes, 300),
          kilobytesPerTrial(disk.bytes / CASES, kilobytes),
        ],
      },
    ];
  });
  return workspace!;
}
