import { execFile } from "node:child_process";
import { readdir, readFile } from "node:fs/promises";

/** Set in the environment of a command's first processes, or of everything it starts, so that leftovers are recognised. */
export const CALL_MARK = "ASSAY_SANDBOX_CALL";

/** Kills every process that carries a call's mark. A command can leave its process group, but hardly its environment. */
export async function killOrphans(mark: string): Promise<void> {
  const line = `${CALL_MARK}=${mark}`;
  for (let round = 0; round < 5; round++) {
    const orphans = process.platform === "linux" ? await marked(line) : await markedByPs(line);
    if (orphans.length === 0) return;
    for (const pid of orphans) {
      try {
        process.kill(pid, "SIGKILL");
      } catch {
        // It ended by itself.
      }
    }
  }
}

async function marked(line: string): Promise<number[]> {
  const pids = (await readdir("/proc")).filter((name) => /^\d+$/.test(name));
  const found = await Promise.all(
    pids.map(async (pid) => {
      const environment = await readFile(`/proc/${pid}/environ`, "utf8").catch(() => "");
      return environment.split("\0").includes(line) ? [Number(pid)] : [];
    }),
  );
  return found.flat();
}

/** Listing every process with its environment gives large output, but quickly. */
const LISTING = { timeout: 20_000, maxBuffer: 64 * 1024 * 1024 };

async function markedByPs(line: string): Promise<number[]> {
  const listing = await new Promise<string>((resolve) => {
    execFile("/bin/ps", ["-axEww", "-o", "pid=,command="], LISTING, (_, stdout) => resolve(stdout));
  });
  const lines = listing.split("\n").filter((process) => process.includes(line));
  return lines.map((text) => Number.parseInt(text, 10)).filter(Number.isFinite);
}
