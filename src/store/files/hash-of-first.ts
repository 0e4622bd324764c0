import { createHash } from "node:crypto";
import { closeSync, openSync, readSync } from "node:fs";

/** Hashes the beginning of a file with SHA-256, in pieces. */
export function hashOfFirst(path: string, bytes: number): string {
  const file = openSync(path, "r");
  try {
    return hashOfOpenFile(file, bytes);
  } finally {
    closeSync(file);
  }
}

/** Hashes the beginning of an open file. */
export function hashOfOpenFile(file: number, bytes: number): string {
  const hash = createHash("sha256");
  for (let position = 0; position < bytes; position += CHUNK_BYTES)
    hash.update(readChunk(file, position, Math.min(CHUNK_BYTES, bytes - position)));
  return hash.digest("hex");
}

/** Reads a piece of an open file; shorter at its end. */
export function readChunk(file: number, offset: number, length: number): Buffer {
  const bytes = Buffer.allocUnsafe(length);
  let read = 0;
  for (let more = -1; read < length && more !== 0; read += more)
    more = readSync(file, bytes, read, length - read, offset + read);
  return bytes.subarray(0, read);
}

const CHUNK_BYTES = 1 << 20;
