import { spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { type Build, THIS_BUILD } from "../support/builds.ts";
import { ENDS_WITH_ITS_PARENT, preload } from "../support/second-process.ts";

export interface ServedStore {
  url: string;
  /** The server's usage so far. */
  usage(): { cpuSeconds: number; peakMegabytes: number };
  stop(): Promise<void>;
}

/** `assay view`, as a user starts it. */
export async function serveStore(
  root: string,
  { cli }: Build = THIS_BUILD,
  env: Record<string, string> = {},
): Promise<ServedStore> {
  const child = spawn(process.execPath, [preload(ENDS_WITH_ITS_PARENT), cli, "view", "--no-open"], {
    cwd: root,
    env: { ...process.env, ...env },
    stdio: ["ignore", "pipe", "inherit", "ipc"],
  });
  const ended = once(child, "exit");
  const [address] = (await Promise.race([
    once(child.stdout!, "data"),
    ended.then(() => Promise.reject(new Error("assay view ended at once"))),
  ])) as [Buffer];
  return {
    url: String(address).trim(),
    usage: () => usageOf(child.pid!),
    async stop() {
      child.kill("SIGINT");
      await ended;
    },
  };
}

/** As Linux keeps account of it: whole pages that were ever in memory at a time, and ticks of a hundredth of a second. */
function usageOf(pid: number): { cpuSeconds: number; peakMegabytes: number } {
  const [, kilobytes] = /VmHWM:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, "utf8"))!;
  const fields = readFileSync(`/proc/${pid}/stat`, "utf8")
    .replace(/^.*\) /, "")
    .split(" ");
  return { cpuSeconds: (Number(fields[11]) + Number(fields[12])) / 100, peakMegabytes: Number(kilobytes) / 1024 };
}
