import { Worker } from "node:worker_threads";

/**
 * Writes new files in a thread of its own. On a busy disk the creation of a file takes milliseconds; done here it delays
 * nobody's request. Files that come within a short while are flushed together, because a burst shares the file system's commit.
 */
export interface WritingThread {
  /** Ends when all files are there, and the flushed ones are on the disk. A path that exists already is an error. */
  write(files: NewFile[]): Promise<void>;
  close(): Promise<void>;
}

export interface NewFile {
  path: string;
  text: string;
  /** Whether its bytes must survive a power cut. */
  flushed: boolean;
}

export function openWritingThread(): WritingThread {
  const waiting = new Map<number, { resolve: () => void; reject: (error: Error) => void }>();
  let thread: Worker | null = null;
  let asked = 0;

  /** Started with the first file: a campaign that reuses everything needs none. */
  function start(): Worker {
    // As text, so that it needs no file of its own beside the bundle.
    const started = new Worker(`(${writeFiles.toString()})(${TOGETHER_MS})`, { eval: true });
    started.on("message", ({ task, failure }: Ended) => {
      const { resolve, reject } = waiting.get(task)!;
      waiting.delete(task);
      // Alive only while someone waits: an idle thread must not keep the process.
      if (waiting.size === 0) started.unref();
      if (failure === null) resolve();
      else reject(Object.assign(new Error(failure.message), { code: failure.code }));
    });
    started.on("error", (error) => {
      for (const { reject } of waiting.values()) reject(error);
      waiting.clear();
    });
    return started;
  }

  return {
    write(files) {
      thread ??= start();
      thread.ref();
      asked += 1;
      const task = asked;
      return new Promise((resolve, reject) => {
        waiting.set(task, { resolve, reject });
        thread!.postMessage({ task, files });
      });
    },
    async close() {
      await thread?.terminate();
    },
  };
}

const TOGETHER_MS = 20;

interface Ended {
  task: number;
  failure: { code?: string; message: string } | null;
}

/** What the thread runs. It sees nothing of this module: only its arguments and what Node itself has. */
function writeFiles(togetherMs: number): void {
  const { parentPort } = process.getBuiltinModule("node:worker_threads");
  const fs = process.getBuiltinModule("node:fs");
  let unflushed: { task: number; open: number[] }[] = [];

  const end = (task: number, error: NodeJS.ErrnoException | null) =>
    parentPort!.postMessage({ task, failure: error && { code: error.code, message: error.message } });

  function flush(): void {
    const burst = unflushed;
    unflushed = [];
    for (const { task, open } of burst) {
      let failure: NodeJS.ErrnoException | null = null;
      for (const file of open) {
        try {
          fs.fsyncSync(file);
        } catch (error) {
          failure = error as NodeJS.ErrnoException;
        }
        fs.closeSync(file);
      }
      end(task, failure);
    }
  }

  parentPort!.on("message", ({ task, files }: { task: number; files: NewFile[] }) => {
    const open: number[] = [];
    try {
      for (const { path, text, flushed } of files) {
        const file = fs.openSync(path, "wx");
        open.push(file);
        fs.writeFileSync(file, text);
        if (flushed) continue;
        open.pop();
        fs.closeSync(file);
      }
    } catch (error) {
      for (const file of open) fs.closeSync(file);
      return end(task, error as NodeJS.ErrnoException);
    }
    if (open.length === 0) return end(task, null);
    if (unflushed.length === 0) setTimeout(flush, togetherMs);
    unflushed.push({ task, open });
  });
}
