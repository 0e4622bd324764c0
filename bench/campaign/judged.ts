import { type Build, THIS_BUILD } from "../support/builds.ts";
import { measureBareClient } from "./bare-client.ts";
import { callAssay, diskUse, expectRequests } from "./call-assay.ts";
import { sideBySide } from "./side-by-side.ts";
import { LATENCY_MS, type Stub } from "./stub.ts";
import { megabytesOnDisk, type RatioLimits, ratio } from "./table.ts";
import { benchWorkspace, CASES } from "./workspace.ts";

interface JudgedRun {
  what: string;
  /** For this build; the other one may not know them. */
  words: (build: Build) => string[];
  megabytesOnDisk: number;
  cpuOfBareClient: number;
  against: RatioLimits;
}

const RUNS: JudgedRun[] = [
  {
    what: "run and judged, with files for reading",
    words: (build) => (build === THIS_BUILD ? ["--files", "always"] : []),
    megabytesOnDisk: 400,
    cpuOfBareClient: 30,
    against: { cpuSeconds: 0.75, peakMegabytes: 1 },
  },
  {
    what: "run and judged, without",
    words: () => ["--no-files"],
    megabytesOnDisk: 100,
    cpuOfBareClient: 20,
    against: { cpuSeconds: 0.65, peakMegabytes: 1 },
  },
  {
    what: "run and judged, as it is by default",
    words: () => [],
    megabytesOnDisk: 100,
    cpuOfBareClient: 20,
    against: { cpuSeconds: 0.65, peakMegabytes: 1 },
  },
];

/** Run and judged, the start of the program included. */
export async function measureJudged(stub: Stub): Promise<void> {
  for (const run of RUNS) await measure(stub, run);
}

async function measure(stub: Stub, run: JudgedRun): Promise<void> {
  await sideBySide(async (build) => {
    const bare = await measureBareClient(stub, LATENCY_MS, 2 * CASES);
    const workspace = benchWorkspace({ cases: CASES });
    const measured = await callAssay({
      stub,
      workspace,
      build,
      latencyMs: LATENCY_MS,
      command: "run-eval",
      words: run.words(build),
    });
    expectRequests(measured, { subject: CASES, judge: CASES });
    const disk = diskUse(workspace);
    return [
      {
        what: `${run.what}: the whole command`,
        seconds: measured.seconds,
        trials: CASES,
        usage: measured,
        disk,
        limits: [
          ratio(measured.seconds / bare.seconds, 1.5, "a bare client's time"),
          ratio(measured.cpuSeconds / bare.cpuSeconds, run.cpuOfBareClient, "a bare client's CPU"),
          megabytesOnDisk(disk, run.megabytesOnDisk),
        ],
        against: run.against,
      },
    ];
  });
}
