import { spawn } from "node:child_process";
import { randomBytes } from "node:crypto";
import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { availableParallelism, loadavg } from "node:os";
import { processesWith } from "../hostile/left-behind.ts";

/** The folder of a process of ours, and the files it must leave unchanged. */
export interface Watched {
  words: string[];
  cwd: string;
  env?: Record<string, string>;
  /** In the environment of everything that peers start. */
  mark: string;
  seconds?: number;
}

export interface WatchedResult {
  code: number | null;
  signal: NodeJS.Signals | null;
  stdout: string;
  stderr: string;
  peakMegabytes: number;
  seconds: number;
  /** Failures, for any peer. */
  findings: string[];
}

const LONGEST_SECONDS = 60;
const MOST_MEGABYTES = 1024;
/** The machine has to survive. */
const KILLED_AT_MEGABYTES = 2048;
const SAMPLED_EVERY_MS = 30;
/** In a second, on every Linux that Node runs on. */
const CLOCK_TICKS = 100;
const MOST_OUTPUT = 20_000_000;

/** On a machine that others work on everything may take longer; `PEERS_PATIENCE=4` says how many times as long. */
function patience(): number {
  const waiting = loadavg()[0]! / availableParallelism() / 2;
  return Number(process.env.PEERS_PATIENCE ?? Math.min(6, Math.max(1, waiting)));
}

export function makeMark(): string {
  return `mark${randomBytes(8).toString("hex")}`;
}

/** Runs Node with a watch over its memory and its time, and looks at what is left when it has ended. */
export async function watchProcess({
  words,
  cwd,
  env,
  mark,
  seconds = LONGEST_SECONDS * patience(),
}: Watched): Promise<WatchedResult> {
  // A path of its own, because that of a socket must not be longer.
  const tmp = mkdtempSync("/tmp/assay-test-");
  const started = performance.now();
  const child = spawn(process.execPath, words, {
    cwd,
    env: { PATH: process.env.PATH ?? "", HOME: process.env.HOME ?? "/", NO_COLOR: "1", TMPDIR: tmp, ...env },
    stdio: ["ignore", "pipe", "pipe"],
  });
  const output = { stdout: "", stderr: "" };
  for (const stream of ["stdout", "stderr"] as const)
    child[stream].on("data", (chunk: Buffer) => {
      if (output[stream].length < MOST_OUTPUT) output[stream] += chunk.toString();
    });
  let peakMegabytes = 0;
  let killedBecause: string | null = null;
  const kill = (why: string) => {
    killedBecause ??= why;
    child.kill("SIGKILL");
  };
  const timer = setInterval(() => {
    peakMegabytes = Math.max(peakMegabytes, peakOf(child.pid!));
    if (peakMegabytes > KILLED_AT_MEGABYTES) kill(`it took more than ${KILLED_AT_MEGABYTES} MB`);
    if (performance.now() - started > seconds * 1000) {
      // On a busy machine a process may have got little of the time.
      const computed = Math.round(computedSeconds(child.pid!));
      kill(`it did not end within ${Math.round(seconds)} seconds, of which it computed for ${computed}`);
    }
  }, SAMPLED_EVERY_MS);
  const [code, signal] = await new Promise<[number | null, NodeJS.Signals | null]>((resolve) => {
    // Not `close`: a process that is left behind may hold the pipes.
    child.on("exit", (...ended) => setTimeout(() => resolve(ended), 200));
  });
  clearInterval(timer);
  child.stdout.destroy();
  child.stderr.destroy();
  const findings: string[] = [];
  if (killedBecause !== null) findings.push(killedBecause);
  else if (peakMegabytes > MOST_MEGABYTES) findings.push(`it took ${Math.round(peakMegabytes)} MB`);
  if (killedBecause === null) findings.push(...crashOf(code, signal, output), ...leftIn(tmp));
  findings.push(...(await leftRunning(mark)));
  rmSync(tmp, { recursive: true, force: true, maxRetries: 5 });
  return { code, signal, ...output, peakMegabytes, seconds: (performance.now() - started) / 1000, findings };
}

function computedSeconds(pid: number): number {
  try {
    const fields = readFileSync(`/proc/${pid}/stat`, "utf8").split(") ").at(-1)!.split(" ");
    return (Number(fields[11]) + Number(fields[12])) / CLOCK_TICKS;
  } catch {
    return 0;
  }
}

function peakOf(pid: number): number {
  try {
    return Number(/^VmHWM:\s+(\d+) kB/m.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1] ?? 0) / 1024;
  } catch {
    return 0;
  }
}

function crashOf(code: number | null, signal: string | null, { stdout, stderr }: { stdout: string; stderr: string }) {
  const printed = `${stdout}\n${stderr}`;
  const trace = /^\s+at .*(?:file:\/\/|node:|:\d+:\d+)/m.exec(printed);
  const words = /Maximum call stack|Invalid string length|heap out of memory|Unexpected end of JSON|ERR_[A-Z_]+/.exec(
    printed,
  );
  const findings: string[] = [];
  if (signal !== null) findings.push(`it was ended by ${signal}: ${stderr.trim().slice(-300)}`);
  else if (![0, 1, 2].includes(code ?? -1)) findings.push(`it ended with ${code}: ${stderr.trim().slice(-300)}`);
  if (trace !== null) findings.push(`it printed a stack trace: ${stderr.trim().slice(-300)}`);
  if (words !== null) findings.push(`it printed words of the engine: ${words[0]}`);
  return findings;
}

function leftIn(tmp: string): string[] {
  return readdirSync(tmp).map((name) => `the temporary file ${name} was left behind`);
}

/** Returns processes left running, after a moment's grace, and ends them. */
async function leftRunning(mark: string): Promise<string[]> {
  for (let attempt = 0; attempt < 10 && processesWith(mark).length > 0; attempt++)
    await new Promise((resolve) => setTimeout(resolve, 100));
  const left = processesWith(mark);
  for (const process_ of left) {
    try {
      process.kill(Number.parseInt(process_, 10), "SIGKILL");
    } catch {
      // It has just ended.
    }
  }
  return left.length === 0 ? [] : [`${left.length} processes were left behind: ${left[0]}`];
}
