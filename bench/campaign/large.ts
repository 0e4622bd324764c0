import type { Build } from "../support/builds.ts";
import { callAssay, diskUse, expectRequests, type Measured } from "./call-assay.ts";
import { sideBySide } from "./side-by-side.ts";
import type { Stub } from "./stub.ts";
import { megabytes, type Row, ratio } from "./table.ts";
import { type BenchWorkspace, benchWorkspace } from "./workspace.ts";

/** The same few cases at both sizes, and more repetitions: reading files hides no growth. */
const FEW_CASES = 1000;
const FEW = 20_000;
const MANY = 100_000;
const MEGABYTES = 400;
const LIMIT_SECONDS = 1800;

/** A hundred thousand judged trials against a stub that takes no time: of a few cases, and of a case file each. */
export async function measureLarge(stub: Stub): Promise<void> {
  await sideBySide((build) => measureManyRuns(stub, build), 1);
  await sideBySide((build) => measureManyCases(stub, build), 1);
}

/** Few cases with many runs: memory stays flat, and time grows with the trials. */
async function measureManyRuns(stub: Stub, build: Build): Promise<Row[]> {
  const few = await judge(stub, build, FEW);
  const many = await judge(stub, build, MANY);
  const linear = (few.secondsFromFirstRequest * MANY) / FEW;
  return [
    { ...row(FEW, few), limits: [megabytes(few.peakMegabytes, MEGABYTES)] },
    {
      ...row(MANY, many),
      limits: [
        megabytes(many.peakMegabytes, MEGABYTES),
        ratio(many.secondsFromFirstRequest / linear, 1.25, "linear growth"),
      ],
      against: { cpuSeconds: 0.75, peakMegabytes: 1 },
    },
  ];
}

async function judge(stub: Stub, build: Build, trials: number): Promise<Measured & { workspace: BenchWorkspace }> {
  const workspace = benchWorkspace({ cases: FEW_CASES, repetitions: trials / FEW_CASES });
  const words = ["--no-files"];
  const call = {
    stub,
    workspace,
    build,
    latencyMs: 0,
    command: "run-eval",
    words,
    limitSeconds: LIMIT_SECONDS,
  } as const;
  const measured = await callAssay(call);
  expectRequests(measured, { subject: trials, judge: trials });
  return { ...measured, workspace };
}

function row(trials: number, measured: Measured & { workspace: BenchWorkspace }): Omit<Row, "limits"> {
  return {
    what: `${inWords(trials)} judged trials at 0 ms, ${inWords(FEW_CASES)} cases × ${trials / FEW_CASES}`,
    seconds: measured.secondsFromFirstRequest,
    trials,
    usage: measured,
    disk: diskUse(measured.workspace),
  };
}

/** The commands run in turn on a case file per trial, in the same workspace. */
const COMMANDS = [
  { what: "run-eval", command: "run-eval", words: ["--no-files"] },
  { what: "run-eval, everything stored", command: "run-eval", words: ["--no-files"] },
  { what: "report", command: "report", words: [] },
  { what: "plan", command: "plan", words: [] },
  { what: "verify", command: "verify", words: [] },
  { what: "pack", command: "pack", words: ["--out", "packed.assay.tgz"] },
] as const;

/** A case file for each trial: what is known of a case must not add up. */
async function measureManyCases(stub: Stub, build: Build): Promise<Row[]> {
  const workspace = benchWorkspace({ cases: MANY });
  const call = { stub, workspace, build, latencyMs: 0, limitSeconds: LIMIT_SECONDS };
  const rows: Row[] = [];
  for (const [number, { what, command, words }] of COMMANDS.entries()) {
    const measured = await callAssay({ ...call, command, words: [...words] });
    const asked = number === 0 ? MANY : 0;
    expectRequests(measured, { subject: asked, judge: asked });
    rows.push({
      what: `${inWords(MANY)} case files: ${what}`,
      seconds: measured.seconds,
      trials: MANY,
      usage: measured,
      limits: [megabytes(measured.peakMegabytes, MEGABYTES)],
    });
  }
  return [...rows, allOf(rows)];
}

function allOf(rows: Row[]): Row {
  const sum = (figure: (row: Row) => number) => rows.reduce((total, row) => total + figure(row), 0);
  return {
    what: `${inWords(MANY)} case files: all of them together`,
    seconds: sum(({ seconds }) => seconds),
    trials: MANY,
    usage: {
      cpuSeconds: sum(({ usage }) => usage!.cpuSeconds),
      peakMegabytes: Math.max(...rows.map(({ usage }) => usage!.peakMegabytes)),
    },
    limits: [],
    against: { seconds: 0.5, cpuSeconds: 0.5, peakMegabytes: 1 },
  };
}

function inWords(count: number): string {
  return count.toLocaleString("en");
}
