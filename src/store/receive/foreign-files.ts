import { closeSync, constants, fstatSync, openSync, readSync, realpathSync, writeSync } from "node:fs";
import { dirname } from "node:path";
import { RefusedBytesError } from "../../errors/index.ts";
import { quoteForeign } from "./quote-foreign.ts";

const { O_RDONLY, O_WRONLY, O_CREAT, O_EXCL, O_NOFOLLOW, O_NONBLOCK } = constants;

/**
 * Opens a regular file in a foreign folder, without following a link that replaced it or blocking on a pipe: the opened descriptor is
 * checked.
 *
 * @param path below a folder without links in its path
 * @throws RefusedBytesError for anything but a regular file
 */
export function openWithoutFollowing(path: string): number {
  const file = openHere(path);
  try {
    if (!fstatSync(file).isFile()) throw new RefusedBytesError(`${quoteForeign(path)} is not a regular file`, { path });
    if (realpathSync.native(dirname(path)) !== dirname(path))
      throw new RefusedBytesError(`${quoteForeign(dirname(path))} was replaced by a link`, { path: dirname(path) });
    return file;
  } catch (error) {
    closeSync(file);
    throw error;
  }
}

function openHere(path: string): number {
  try {
    return openSync(path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === "ELOOP" || code === "EMLINK") throw new RefusedBytesError(`${quoteForeign(path)} is a link`, { path });
    if (code === "ENXIO") throw new RefusedBytesError(`${quoteForeign(path)} is not a regular file`, { path });
    throw error;
  }
}

/** Copies the beginning of a foreign file to a new path, and no more than its size when opened. */
export function copyForeignFile(from: string, to: string, { mode = 0o644, bytes = Infinity } = {}): void {
  const source = openWithoutFollowing(from);
  try {
    const target = openSync(to, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW, mode);
    try {
      copyBytes(source, target, Math.min(bytes, fstatSync(source).size));
    } finally {
      closeSync(target);
    }
  } finally {
    closeSync(source);
  }
}

function copyBytes(source: number, target: number, bytes: number): void {
  const chunk = Buffer.allocUnsafe(Math.min(CHUNK_BYTES, Math.max(1, bytes)));
  for (let position = 0; position < bytes; ) {
    const read = readSync(source, chunk, 0, Math.min(chunk.length, bytes - position), position);
    if (read === 0) return;
    for (let written = 0; written < read; ) written += writeSync(target, chunk, written, read - written);
    position += read;
  }
}

const CHUNK_BYTES = 1 << 20;
