import { readFile } from "node:fs/promises";

const INTERVAL_MS = 200;

/**
 * Looks at the memory of a process and all its descendants while they run, and calls `onExceeded` when they hold
 * more than the limit together. Per-process limits alone would let a hundred processes take a hundred times as much.
 * Does nothing where there is no /proc. Returns how to stop watching.
 */
export function watchMemory(pid: number | undefined, limitBytes: number, onExceeded: () => void): () => void {
  if (pid === undefined || limitBytes === Infinity || process.platform !== "linux") return () => {};
  let timer: NodeJS.Timeout;
  let stopped = false;
  const look = async (): Promise<void> => {
    if ((await residentBytes(pid)) > limitBytes) onExceeded();
    else if (!stopped) timer = setTimeout(() => void look(), INTERVAL_MS).unref();
  };
  timer = setTimeout(() => void look(), INTERVAL_MS).unref();
  return () => {
    stopped = true;
    clearTimeout(timer);
  };
}

async function residentBytes(root: number): Promise<number> {
  const seen = new Set<number>();
  let level = [root];
  let own = 0;
  let shared = 0;
  while (level.length > 0) {
    for (const pid of level) seen.add(pid);
    const found = await Promise.all(
      level.map(async (pid) => ({ ...(await memoryOf(pid)), children: await childrenOf(pid) })),
    );
    for (const memory of found) {
      own += memory.own;
      // Shared memory is mostly the same pages seen from several processes, so the largest share counts once.
      shared = Math.max(shared, memory.shared);
    }
    level = found.flatMap(({ children }) => children).filter((pid) => !seen.has(pid));
  }
  return own + shared;
}

/** File pages are left out: they belong to the system's cache and can be taken back. */
async function memoryOf(pid: number): Promise<{ own: number; shared: number }> {
  const status = await readFile(`/proc/${pid}/status`, "utf8").catch(() => "");
  const bytes = (name: string): number =>
    Number(new RegExp(`^${name}:\\s+(\\d+) kB`, "m").exec(status)?.[1] ?? 0) * 1024;
  return { own: bytes("RssAnon"), shared: bytes("RssShmem") };
}

async function childrenOf(pid: number): Promise<number[]> {
  const text = await readFile(`/proc/${pid}/task/${pid}/children`, "utf8").catch(() => "");
  return text.split(" ").filter(Boolean).map(Number);
}
