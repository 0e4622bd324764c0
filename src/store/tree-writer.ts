import { Worker } from "node:worker_threads";

/**
 * Writes files for reading in a thread of its own: creating a file takes longer than anything else that is done about a trial, and here
 * it delays nobody's request.
 */
export interface TreeWriter {
  /**
   * Ends when all files are there, in this order. Folders are made as they are needed. The last file appears whole or not at all, and only when
   * the others are; one of the others may be cut off where the process was killed over it and none was there before.
   */
  write(files: { path: string; text: string }[]): Promise<void>;
  /** Ends when everything asked for is written. */
  close(): Promise<void>;
}

export function openTreeWriter(): TreeWriter {
  const waiting = new Map<number, { resolve: () => void; reject: (error: Error) => void }>();
  let thread: Worker | null = null;
  let asked = 0;
  let unsent: Task[] = [];
  let last: Promise<unknown> = Promise.resolve();

  /** Started with the first file: a command that reuses everything needs none. */
  function start(): Worker {
    // As text, so that it needs no file of its own beside the bundle.
    const started = new Worker(`(${writeFiles.toString()})()`, { eval: true, resourceLimits: SMALL_HEAP });
    started.on("message", (ended: Written[]) => {
      for (const { task, failure } of ended) {
        const { resolve, reject } = waiting.get(task)!;
        waiting.delete(task);
        if (failure === null) resolve();
        else reject(Object.assign(new Error(failure.message), failure));
      }
      // Alive only while someone waits: an idle thread must not keep the process.
      if (waiting.size === 0) started.unref();
    });
    started.on("error", (error) => giveUp(started, error));
    started.on("exit", () => giveUp(started, new Error("the thread that writes files for reading has ended")));
    return started;
  }

  /** Nobody waits for a thread that is gone, and the next file starts a new one. */
  function giveUp(ended: Worker, error: Error): void {
    if (thread !== ended) return;
    for (const { reject } of waiting.values()) reject(error);
    waiting.clear();
    unsent = [];
    thread = null;
  }

  /** Waking the thread takes longer than what it is told, so that what comes within a few milliseconds is told together. */
  function send(): void {
    const tasks = unsent;
    unsent = [];
    if (tasks.length > 0) thread?.postMessage(tasks);
  }

  function write(files: { path: string; text: string }[]): Promise<void> {
    thread ??= start();
    thread.ref();
    asked += 1;
    const task = asked;
    const written = new Promise<void>((resolve, reject) => waiting.set(task, { resolve, reject }));
    if (unsent.push({ task, files }) === 1) setTimeout(send, TOGETHER_MS);
    // The thread answers in the order in which it was asked.
    last = written.catch(() => {});
    return written;
  }

  return {
    write,
    async close() {
      await last;
      await thread?.terminate();
    },
  };
}

const TOGETHER_MS = 8;
/** It only passes texts on; the usual young generation would take 48 MB for that. */
const SMALL_HEAP = { maxYoungGenerationSizeMb: 8 };

interface Task {
  task: number;
  files: { path: string; text: string }[];
}

interface Written {
  task: number;
  failure: Pick<NodeJS.ErrnoException, "code" | "message" | "path" | "syscall"> | null;
}

/** What the thread runs. It sees nothing of this module: only what Node itself has. */
function writeFiles(): void {
  const { parentPort } = process.getBuiltinModule("node:worker_threads");
  const fs = process.getBuiltinModule("node:fs");
  const { dirname } = process.getBuiltinModule("node:path");
  const { randomBytes } = process.getBuiltinModule("node:crypto");
  // By chance, as in atomic.ts: what a killed process left may carry this one's number, which in containers is always the same.
  let number = randomBytes(4).readUInt32LE();
  /** Folders that were made or found: most files come to one of the last few. */
  const folders = new Set<string>();

  function create(path: string, text: string): void {
    const folder = dirname(path);
    if (!folders.has(folder)) {
      if (folders.size > 1000) folders.clear();
      fs.mkdirSync(folder, { recursive: true });
      folders.add(folder);
    }
    try {
      fs.writeFileSync(path, text, { flag: "wx" });
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== "ENOENT") throw error;
      // Somebody removed the folder in the meantime.
      fs.mkdirSync(folder, { recursive: true });
      fs.writeFileSync(path, text, { flag: "wx" });
    }
  }

  function writeWhole(path: string, text: string): void {
    number = (number + 1) >>> 0;
    const temporary = `${path}.${process.pid}.${number.toString(16).padStart(8, "0")}.tmp`;
    try {
      create(temporary, text);
      fs.renameSync(temporary, path);
    } catch (error) {
      fs.rmSync(temporary, { force: true });
      throw error;
    }
  }

  /** A new file needs no other name first, as long as the last one of its task is missing: everything is written again then. */
  function writeNew(path: string, text: string): void {
    try {
      create(path, text);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === "EEXIST") writeWhole(path, text);
      else {
        fs.rmSync(path, { force: true });
        throw error;
      }
    }
  }

  function written({ task, files }: Task): Written {
    try {
      for (const { path, text } of files.slice(0, -1)) writeNew(path, text);
      for (const { path, text } of files.slice(-1)) writeWhole(path, text);
      return { task, failure: null };
    } catch (error) {
      const { code, message, path, syscall } = error as NodeJS.ErrnoException;
      return { task, failure: { code, message, path, syscall } };
    }
  }

  parentPort!.on("message", (tasks: Task[]) => parentPort!.postMessage(tasks.map(written)));
}
