import { fsync } from "node:fs";

/**
 * Flushes open files to the disk, those of a short while together. Every flush on its own would wake a thread and ask
 * the file system for a commit; a burst shares both. Nobody waits for it but the end of the campaign.
 */
export interface Flusher {
  /** Ends when the file's bytes are on the disk. The caller closes the file. */
  flush(file: number): Promise<void>;
}

const TOGETHER_MS = 20;

export function openFlusher(): Flusher {
  let waiting: { file: number; done: (error: Error | null) => void }[] = [];

  function flushWaiting(): void {
    const burst = waiting;
    waiting = [];
    for (const { file, done } of burst) fsync(file, done);
  }

  return {
    flush(file) {
      return new Promise((resolve, reject) => {
        if (waiting.length === 0) setTimeout(flushWaiting, TOGETHER_MS);
        waiting.push({ file, done: (error) => (error ? reject(error) : resolve()) });
      });
    },
  };
}
