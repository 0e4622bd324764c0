import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { NOTE_USAGE, notedUsage } from "../campaign/call-assay.ts";
import { ENDS_WITH_ITS_PARENT, preload } from "../support/second-process.ts";

export interface BenchWorkers {
  /** Stops them as Ctrl-C does; the CPU that all of them took. */
  stop(): Promise<{ cpuSeconds: number }>;
}

const cli = join(process.cwd(), "dist", "cli.js");

/** So many real workers, each in a folder of its own, ready to take jobs. */
export async function startWorkers(
  count: number,
  { redis, concurrency, env = {} }: { redis: string; concurrency: number; env?: Record<string, string> },
): Promise<BenchWorkers> {
  const folder = mkdtempSync(join(tmpdir(), "assay-bench-workers-"));
  const usageFile = (number: number) => join(folder, `usage-${number}.json`);
  const started = Array.from({ length: count }, async (_, number) => {
    const words = ["worker", "--redis", redis, "--concurrency", String(concurrency)];
    const child = spawn(process.execPath, [preload(NOTE_USAGE), preload(ENDS_WITH_ITS_PARENT), cli, ...words], {
      cwd: folder,
      env: { PATH: process.env.PATH, HOME: folder, NO_COLOR: "1", USAGE_FILE: usageFile(number), ...env },
      stdio: ["ignore", "ignore", "pipe", "ipc"],
    });
    await isReady(child);
    return child;
  });
  const children = await Promise.all(started);
  return {
    async stop() {
      await Promise.all(
        children.map(async (child) => {
          const ended = once(child, "close");
          child.kill("SIGTERM");
          await ended;
        }),
      );
      const used = children.map((_, number) => notedUsage(usageFile(number)).cpuSeconds);
      rmSync(folder, { recursive: true, force: true });
      return { cpuSeconds: used.reduce((sum, seconds) => sum + seconds) };
    },
  };
}

function isReady(child: ChildProcess): Promise<void> {
  return new Promise((resolve, reject) => {
    let said = "";
    child.stderr!.on("data", (bytes) => {
      if (said.length < 10_000) said += bytes;
      if (said.includes("Waiting for work")) resolve();
    });
    child.once("close", () => reject(new Error(`a worker ended at once: ${said}`)));
  });
}
