import { readFile } from "node:fs/promises";
import type { MediaFile } from "../../config/index.ts";
import type { OpenedMedia } from "../../records/index.ts";
import { sha256 } from "../../text/index.ts";

/** The media of trials in progress. Each file is in memory once, however many trials send it, and released with the last. */
export interface MediaShelf {
  /** Takes files for one trial, which must release them. */
  take(files: readonly MediaFile[]): Promise<TakenMedia>;
  size(): number;
}

type TakenMedia = { ok: true; media: OpenedMedia; release(): void } | { ok: false; problem: string };

interface Held {
  users: number;
  reading: Promise<ReadMedia>;
}

type ReadMedia = { ok: true; base64: Buffer } | { ok: false; problem: string };

export function openMediaShelf(): MediaShelf {
  const held = new Map<string, Held>();
  function take(file: MediaFile): Held {
    const known = held.get(file.sha256) ?? { users: 0, reading: readMedia(file) };
    known.users += 1;
    held.set(file.sha256, known);
    return known;
  }
  function release(digest: string, one: Held): void {
    one.users -= 1;
    if (one.users === 0 && held.get(digest) === one) held.delete(digest);
  }
  return {
    async take(files) {
      const distinct = [...new Map(files.map((file) => [file.sha256, file])).values()];
      const taken = distinct.map((file) => ({ file, one: take(file) }));
      const releaseAll = () => {
        for (const { file, one } of taken) release(file.sha256, one);
      };
      const base64 = new Map<string, Buffer>();
      for (const { file, one } of taken) {
        const read = await one.reading;
        if (!read.ok) {
          releaseAll();
          return read;
        }
        base64.set(file.sha256, read.base64);
      }
      return { ok: true, media: { base64: (digest) => base64.get(digest)! }, release: releaseAll };
    },
    size: () => held.size,
  };
}

/** Reads a file for sending, unless it changed since it was hashed. */
async function readMedia({ path, name, sha256: planned }: MediaFile): Promise<ReadMedia> {
  let bytes: Buffer;
  try {
    bytes = await readFile(path);
  } catch (error) {
    return { ok: false, problem: `${name} cannot be read: ${(error as Error).message}` };
  }
  if (sha256(bytes) !== planned)
    return { ok: false, problem: `${name} changed while the campaign was running; run again to use it as it is now` };
  // Base64 is ASCII: a Latin-1 buffer takes one byte per letter, and can be written to any number of sockets without a copy.
  return { ok: true, base64: Buffer.from(bytes.toString("base64"), "latin1") };
}
