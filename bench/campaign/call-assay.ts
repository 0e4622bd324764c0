import { spawn } from "node:child_process";
import { once } from "node:events";
import { lstatSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { type Build, THIS_BUILD } from "../support/builds.ts";
import { ENDS_WITH_ITS_PARENT, preload } from "../support/second-process.ts";
import type { Seen, Stub } from "./stub.ts";
import type { BenchWorkspace } from "./workspace.ts";

export interface Call {
  stub: Stub;
  workspace: BenchWorkspace;
  latencyMs: number;
  build?: Build;
  command: "run" | "run-eval" | "report" | "plan" | "verify" | "pack";
  runProfile?: "p" | "warm";
  words?: string[];
  /** No call takes longer than this, so that the bench always ends. */
  limitSeconds?: number;
  /** Added to the environment of the call. */
  env?: Record<string, string>;
  onStart?: (pid: number) => void;
}

export interface Measured {
  seconds: number;
  /** From the start of the program to the first request; undefined when it made none. */
  secondsBeforeFirstRequest: number | undefined;
  secondsFromFirstRequest: number;
  cpuSeconds: number;
  peakMegabytes: number;
  seen: Seen;
}

/** Notes at the end of the measured process what it used, worker threads included. */
export const NOTE_USAGE = `import { writeFileSync } from "node:fs";
process.on("exit", () => writeFileSync(process.env.USAGE_FILE, JSON.stringify(process.resourceUsage())));`;

/** Calls the built CLI as a user would, and measures that process. */
export async function callAssay(call: Call): Promise<Measured> {
  const { stub, workspace, build = THIS_BUILD, limitSeconds = 600 } = call;
  const usageFile = join(workspace.root, "usage.json");
  await stub.seen();
  const startedAt = Date.now();
  const child = spawn(
    process.execPath,
    [preload(NOTE_USAGE), preload(ENDS_WITH_ITS_PARENT), build.cli, ...wordsOf(call)],
    {
      cwd: workspace.root,
      env: {
        PATH: process.env.PATH,
        HOME: process.env.HOME,
        NO_COLOR: "1",
        OPENROUTER_BASE_URL: stub.baseUrl(call.latencyMs),
        OPENROUTER_API_KEY: "key-for-the-bench",
        USAGE_FILE: usageFile,
        ...call.env,
      },
      stdio: ["ignore", "ignore", "inherit", "ipc"],
    },
  );
  call.onStart?.(child.pid!);
  const tooLong = setTimeout(() => child.kill("SIGKILL"), limitSeconds * 1000);
  const [code, signal] = (await once(child, "close")) as [number | null, string | null];
  const endedAt = Date.now();
  clearTimeout(tooLong);
  if (signal === "SIGKILL") throw new Error(`assay ${call.command} was still running after ${limitSeconds} s`);
  if (code !== 0) throw new Error(`assay ${call.command} ended with exit code ${code}`);
  const seen = await stub.seen();
  const first = seen.firstRequestAt;
  return {
    seconds: (endedAt - startedAt) / 1000,
    secondsBeforeFirstRequest: first ? (first - startedAt) / 1000 : undefined,
    secondsFromFirstRequest: (endedAt - (first || startedAt)) / 1000,
    ...notedUsage(usageFile),
    seen,
  };
}

/** Measurements written by a process at its end. */
export function notedUsage(file: string): Pick<Measured, "cpuSeconds" | "peakMegabytes"> {
  const { userCPUTime, systemCPUTime, maxRSS } = JSON.parse(readFileSync(file, "utf8")) as NodeJS.ResourceUsage;
  return { cpuSeconds: (userCPUTime + systemCPUTime) / 1e6, peakMegabytes: maxRSS / 1024 };
}

/** Requests that were not needed would be measured as if they were ours to make. */
export function expectRequests({ seen }: Measured, wanted: { subject: number; judge: number }): void {
  if (seen.subject === wanted.subject && seen.judge === wanted.judge) return;
  const inWords = ({ subject, judge }: { subject: number; judge: number }) =>
    `${subject} runs and ${judge} judge calls`;
  throw new Error(`the stub was asked for ${inWords(seen)}; ${inWords(wanted)} were needed`);
}

export interface DiskUse {
  /** The sum of file sizes. */
  bytes: number;
  /** Space allocated by the file system: whole blocks. */
  allocated: number;
  files: number;
}

export function diskUse({ root }: BenchWorkspace): DiskUse {
  return diskUseOf(join(root, "outputs"));
}

export function diskUseOf(folder: string): DiskUse {
  const use = { bytes: 0, allocated: 0, files: 0 };
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue;
    const { size, blocks } = lstatSync(join(entry.parentPath, entry.name));
    use.bytes += size;
    use.allocated += blocks * 512;
    use.files += 1;
  }
  return use;
}

function wordsOf({ command, runProfile = "p", words = [] }: Call): string[] {
  if (command === "verify" || command === "pack") return [command, ...words];
  const campaign = [command, "--suite", "s", "--run-profile", runProfile];
  const judged = command === "run" ? [] : ["--evaluation-profile", "e"];
  const quiet = command === "run" || command === "run-eval" ? ["--quiet"] : [];
  return [...campaign, ...judged, ...quiet, ...words];
}
