import { Worker } from "node:worker_threads";
import { type FileLink, type FileParcel, type FileParcelWritten, writeParcels } from "./write-parcels.ts";

/**
 * Writes files for reading in a thread of its own: creating a file takes longer than anything else that is done about a trial, and here
 * it delays nobody's request.
 */
export interface TreeWriter {
  /**
   * Ends when all files are there, in this order. Folders are made as they are needed. The last file appears whole or not at all, and only when
   * the others are; one of the others may be cut off where the process was killed over it and none was there before.
   *
   * @param link made or taken away before them
   */
  write(files: FileText[], link?: FileLink): Promise<void>;
  /** Ends when everything asked for is written. */
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
  let parcel = emptyParcel(new ArrayBuffer(PARCEL_BYTES));
  /** Sent back by the thread, to be filled again. */
  let spare: ArrayBuffer[] = [];
  let last: Promise<unknown> = Promise.resolve();

  /** Started with the first file: a command that reuses everything needs none. */
  function start(): Worker {
    // As text, so that it needs no file of its own beside the bundle.
    const started = new Worker(`(${writeParcels.toString()})()`, { eval: true, resourceLimits: SMALL_HEAP });
    started.on("message", ({ written, room }: FileParcelWritten) => {
      if (room.byteLength === PARCEL_BYTES && spare.length < MOST_SPARE) spare.push(room);
      for (const { task, failure } of written) {
        const { resolve, reject } = waiting.get(task)!;
        waiting.delete(task);
        if (failure === null) resolve();
        else reject(Object.assign(new Error(failure.message), failure));
      }
      // Alive only while someone waits: an idle thread must not keep the process.
      if (waiting.size === 0) started.unref();
    });
    started.on("error", (error) => giveUp(started, asDiskProblem(error)));
    started.on("exit", () => giveUp(started, new Error("the thread that writes files for reading has ended")));
    return started;
  }

  /** Nobody waits for a thread that is gone, and the next file starts a new one. */
  function giveUp(ended: Worker, error: Error): void {
    if (thread !== ended) return;
    for (const { reject } of waiting.values()) reject(error);
    waiting.clear();
    parcel = emptyParcel(new ArrayBuffer(PARCEL_BYTES));
    spare = [];
    thread = null;
  }

  /** Waking the thread takes longer than what it is told, so that what comes within a few milliseconds is told together. */
  function send(): void {
    const { tasks, room } = parcel;
    if (tasks.length === 0) return;
    thread?.postMessage({ tasks, room }, [room]);
    parcel = emptyParcel(spare.pop() ?? new ArrayBuffer(PARCEL_BYTES));
  }

  /** Puts texts into the parcel as bytes, which change hands without being copied: a text would be copied twice and then encoded. */
  function pack(task: number, files: FileText[], link: FileLink | null): void {
    const most = files.reduce((sum, { text }) => sum + MOST_BYTES_A_UNIT * text.length, 0);
    if (parcel.filled + most > parcel.room.byteLength) {
      send();
      if (most > PARCEL_BYTES) parcel = emptyParcel(new ArrayBuffer(most));
    }
    const bytes = Buffer.from(parcel.room);
    const packed = files.map(({ path, text }) => {
      const start = parcel.filled;
      parcel.filled += bytes.write(text, start);
      return { path, start, end: parcel.filled };
    });
    if (parcel.tasks.push({ task, files: packed, link }) === 1) setTimeout(send, TOGETHER_MS);
  }

  function write(files: FileText[], link: FileLink | null = null): Promise<void> {
    thread ??= start();
    thread.ref();
    asked += 1;
    const task = asked;
    const written = new Promise<void>((resolve, reject) => waiting.set(task, { resolve, reject }));
    pack(task, files, link);
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

/** A thread takes some file descriptors. Where they have run out, that is said as it is of any file. */
function asDiskProblem(error: NodeJS.ErrnoException): Error {
  const code = error.code === "ERR_WORKER_INIT_FAILED" ? /\bE[A-Z]+$/.exec(error.message)?.[0] : undefined;
  return code === undefined ? error : Object.assign(error, { code, syscall: "open" });
}

const TOGETHER_MS = 8;
/** It only passes texts on; the usual young generation would take 48 MB for that. */
const SMALL_HEAP = { maxYoungGenerationSizeMb: 8 };

/** The files of some ten trials. */
const PARCEL_BYTES = 512 * 1024;
const MOST_SPARE = 4;
/** What one unit of a JavaScript string takes in UTF-8 at most. */
const MOST_BYTES_A_UNIT = 3;

function emptyParcel(room: ArrayBuffer): FileParcel & { filled: number } {
  return { tasks: [], room, filled: 0 };
}
