import { type FileHandle, mkdir, open, rename, rm } from "node:fs/promises";
import { dirname } from "node:path";
import { temporaryName } from "./atomic.ts";

/** Writes a file line by line that appears under its name only when complete. */
export interface LineWriter {
  line(text: string): Promise<void>;
  /** Flushes to disk and renames the file. */
  finish(): Promise<void>;
  /** Keeps the previous file. */
  discard(): Promise<void>;
}

/** Large writes are faster than one per line. */
const BUFFERED_CHARACTERS = 256 * 1024;

export async function openLineWriter(path: string): Promise<LineWriter> {
  await mkdir(dirname(path), { recursive: true });
  const temporary = temporaryName(path);
  const file: FileHandle = await open(temporary, "wx");
  let buffered = "";
  const flush = async () => {
    const text = buffered;
    buffered = "";
    if (text !== "") await file.writeFile(text);
  };
  return {
    async line(text) {
      buffered += `${text}\n`;
      if (buffered.length >= BUFFERED_CHARACTERS) await flush();
    },
    async finish() {
      await flush();
      await file.sync();
      await file.close();
      await rename(temporary, path);
    },
    async discard() {
      await file.close();
      await rm(temporary, { force: true });
    },
  };
}
