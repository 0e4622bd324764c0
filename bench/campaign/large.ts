import { bestOf } from "./best-of.ts";
import { callAssay, diskUse, expectRequests, type Measured } from "./call-assay.ts";
import type { Stub } from "./stub.ts";
import { megabytes, type Row, ratio } from "./table.ts";
import { type BenchWorkspace, benchWorkspace } from "./workspace.ts";

/** The same few cases at both sizes, and more repetitions: reading YAML, which is measured elsewhere, hides no growth. */
const CASES = 1000;
const FEW = 20_000;
const MANY = 100_000;
const MEGABYTES = 400;

/** A hundred thousand judged trials against a stub that takes no time: memory stays flat, and time grows with the trials. */
export async function measureLarge(stub: Stub): Promise<void> {
  await bestOf(async () => {
    const few = await measure(stub, FEW);
    const many = await measure(stub, MANY);
    const linear = (few.secondsFromFirstRequest * MANY) / FEW;
    return [
      { ...row(FEW, few), limits: [megabytes(few.peakMegabytes, MEGABYTES)] },
      {
        ...row(MANY, many),
        idealSeconds: linear,
        limits: [
          megabytes(many.peakMegabytes, MEGABYTES),
          ratio(many.secondsFromFirstRequest / linear, 1.25, "linear"),
        ],
      },
    ];
  }, 2);
}

async function measure(stub: Stub, trials: number): Promise<Measured & { workspace: BenchWorkspace }> {
  const workspace = benchWorkspace({ cases: CASES, repetitions: trials / CASES });
  const measured = await callAssay({
    stub,
    workspace,
    latencyMs: 0,
    command: "run-eval",
    words: ["--no-files"],
    limitSeconds: 900,
  });
  expectRequests(measured, { subject: trials, judge: trials });
  return { ...measured, workspace };
}

function row(trials: number, measured: Measured & { workspace: BenchWorkspace }): Omit<Row, "limits"> {
  return {
    what: inWords(trials),
    seconds: measured.secondsFromFirstRequest,
    trials,
    usage: measured,
    disk: diskUse(measured.workspace),
  };
}

function inWords(trials: number): string {
  return `${trials.toLocaleString("en")} judged trials at 0 ms, ${CASES.toLocaleString("en")} cases × ${trials / CASES}`;
}
