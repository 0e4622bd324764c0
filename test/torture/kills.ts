import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { randomNumbers } from "../support/mutate.ts";

export interface Kills {
  /** A bundle of killed-process.ts. */
  script: string;
  sandbox: string;
  folder: string;
  kills: number;
  seed: number;
}

/** How many commands are started before each kill. */
const AT_ONCE = 3;
/** Starting a sandbox takes about so long, and the moments of that are the interesting ones. */
const WITHIN_MS = 80;
/** Anything still there after this time survived. */
const PATIENCE_MS = 10_000;

/**
 * Kills a process with commands in a sandbox at moments that the seed decides, from the first call on. Gives those of which something
 * was still there long afterwards: the command, or the sandbox around it.
 */
export async function survivorsOf({ script, sandbox, folder, kills, seed }: Kills): Promise<string[]> {
  const random = randomNumbers(seed);
  const survivors: string[] = [];
  for (let number = 1; number <= kills; number++) {
    const token = `assay-kill-${process.pid}-${seed}-${number}`;
    const place = join(folder, token);
    mkdirSync(place);
    const child = spawn(process.execPath, [script, sandbox, place, token, String(AT_ONCE)], {
      stdio: ["ignore", "pipe", "inherit"],
    });
    await started(child);
    await wait(random(WITHIN_MS));
    child.kill("SIGKILL");
    await once(child, "exit");
    const left = await stillThere(token);
    if (left.length > 0) survivors.push(`kill ${number}: ${left.length} processes`);
    for (const pid of left) end(pid);
    rmSync(place, { recursive: true, force: true, maxRetries: 5 });
  }
  return survivors;
}

async function started(child: ChildProcess): Promise<void> {
  const [said] = await Promise.race([once(child.stdout!, "data"), once(child, "exit")]);
  if (!String(said).startsWith("starting")) throw new Error("the process to be killed did not get to its commands");
}

async function stillThere(token: string): Promise<number[]> {
  const until = performance.now() + PATIENCE_MS;
  for (;;) {
    const left = withWord(token);
    if (left.length === 0 || performance.now() > until) return left;
    await wait(50);
  }
}

function withWord(token: string): number[] {
  return readdirSync("/proc")
    .filter((name) => /^\d+$/.test(name))
    .filter((pid) => {
      try {
        return readFileSync(`/proc/${pid}/cmdline`, "utf8").includes(token);
      } catch {
        return false;
      }
    })
    .map(Number);
}

function end(pid: number): void {
  try {
    process.kill(pid, "SIGKILL");
  } catch {
    // It ended by itself.
  }
}
