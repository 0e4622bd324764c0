import { Worker } from "node:worker_threads";
import { type FileBatch, type FileLink, type WrittenBatch, writeBatches } from "./write-batches.ts";

/** Writes reading files in a thread: creating files takes longer than anything else about a trial, and must not delay requests. */
export interface TreeWriter {
  /**
   * Writes files in this order, creating folders as needed. The last file is written atomically after all others; a crash may leave one of
   * the others incomplete if it did not exist before.
   *
   * @param link created or removed before them
   */
  write(files: FileText[], link?: FileLink): Promise<void>;
  /** Resolves when everything is written. */
  close(): Promise<void>;
}

interface FileText {
  path: string;
  text: string;
}

export function openTreeWriter(): TreeWriter {
  const waiting = new Map<number, { resolve: () => void; reject: (error: Error) => void }>();
  let thread: Worker | null = null;
  let asked = 0;
  let batch = emptyBatch(new ArrayBuffer(BATCH_BYTES));
  /** Buffers returned by the thread. */
  let spare: ArrayBuffer[] = [];
  let last: Promise<unknown> = Promise.resolve();

  /** Starts the thread with the first file; a command that reuses everything needs none. */
  function start(): Worker {
    // As text, to need no file beside the bundle.
    const started = new Worker(`(${writeBatches.toString()})()`, { eval: true, resourceLimits: SMALL_HEAP });
    started.on("message", ({ written, room }: WrittenBatch) => {
      if (room.byteLength === BATCH_BYTES && spare.length < MOST_SPARE) spare.push(room);
      for (const { task, failure } of written) {
        const { resolve, reject } = waiting.get(task)!;
        waiting.delete(task);
        if (failure === null) resolve();
        else reject(Object.assign(new Error(failure.message), failure));
      }
      // Keep the process alive only while a caller waits.
      if (waiting.size === 0) started.unref();
    });
    started.on("error", (error) => giveUp(started, asDiskProblem(error)));
    started.on("exit", () => giveUp(started, new Error("the thread that writes files for reading has ended")));
    return started;
  }

  /** Rejects what the thread did not finish; the next file starts a new one. */
  function giveUp(ended: Worker, error: Error): void {
    if (thread !== ended) return;
    for (const { reject } of waiting.values()) reject(error);
    waiting.clear();
    batch = emptyBatch(new ArrayBuffer(BATCH_BYTES));
    spare = [];
    thread = null;
  }

  /** Sends a parcel: waking the thread takes longer than the transfer, so requests of a few milliseconds are sent together. */
  function send(): void {
    const { tasks, room } = batch;
    if (tasks.length === 0) return;
    thread?.postMessage({ tasks, room }, [room]);
    batch = emptyBatch(spare.pop() ?? new ArrayBuffer(BATCH_BYTES));
  }

  /** Encodes texts into the parcel, whose bytes are transferred without copying: a string would be copied twice and then encoded. */
  function pack(task: number, files: FileText[], link: FileLink | null): void {
    const most = files.reduce((sum, { text }) => sum + MOST_BYTES_A_UNIT * text.length, 0);
    if (batch.filled + most > batch.room.byteLength) {
      send();
      if (most > BATCH_BYTES) batch = emptyBatch(new ArrayBuffer(most));
    }
    const bytes = Buffer.from(batch.room);
    const packed = files.map(({ path, text }) => {
      const start = batch.filled;
      batch.filled += bytes.write(text, start);
      return { path, start, end: batch.filled };
    });
    if (batch.tasks.push({ task, files: packed, link }) === 1) setTimeout(send, TOGETHER_MS);
  }

  function write(files: FileText[], link: FileLink | null = null): Promise<void> {
    thread ??= start();
    thread.ref();
    asked += 1;
    const task = asked;
    const written = new Promise<void>((resolve, reject) => waiting.set(task, { resolve, reject }));
    pack(task, files, link);
    // The thread answers in order.
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

/** Reports a lack of file descriptors for the thread like one for a file. */
function asDiskProblem(error: NodeJS.ErrnoException): Error {
  const code = error.code === "ERR_WORKER_INIT_FAILED" ? /\bE[A-Z]+$/.exec(error.message)?.[0] : undefined;
  return code === undefined ? error : Object.assign(error, { code, syscall: "open" });
}

const TOGETHER_MS = 8;
/** The thread only passes texts on; the default young generation would take 48 MB. */
const SMALL_HEAP = { maxYoungGenerationSizeMb: 8 };

/** Files of about ten trials. */
const BATCH_BYTES = 512 * 1024;
const MOST_SPARE = 4;
/** Maximum UTF-8 length of a JavaScript string's unit. */
const MOST_BYTES_A_UNIT = 3;

function emptyBatch(room: ArrayBuffer): FileBatch & { filled: number } {
  return { tasks: [], room, filled: 0 };
}
