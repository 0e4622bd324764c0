import { randomBytes } from "node:crypto";
import { mkdirSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { mkdir, open, rename, rm } from "node:fs/promises";
import { dirname } from "node:path";

/**
 * Writes a file atomically: a temporary file beside it, flushed to disk, then renamed. Creates missing folders. A full disk leaves the old
 * file as it was.
 */
export async function writeFileAtomic(path: string, bytes: string | Uint8Array): Promise<void> {
  await writePiecesAtomic(path, [bytes]);
}

/** Writes pieces that may exceed memory atomically. */
export async function writePiecesAtomic(
  path: string,
  pieces: AsyncIterable<string | Uint8Array> | Iterable<string | Uint8Array>,
): Promise<void> {
  const temporary = temporaryName(path);
  try {
    const file = await openMakingFolders(temporary);
    try {
      for await (const piece of pieces) await file.writeFile(piece);
      await file.sync();
    } finally {
      await file.close();
    }
    await rename(temporary, path);
  } catch (error) {
    await rm(temporary, { force: true });
    throw error;
  }
}

/** Writes indented JSON with a final newline, for files that people open. */
export async function writeJsonAtomic(path: string, value: unknown): Promise<void> {
  await writeFileAtomic(path, `${JSON.stringify(value, null, 2)}\n`);
}

/**
 * Writes a file atomically without flushing: complete or absent after a crash, but possibly empty after a power failure. Synchronous, since
 * waking a thread costs more than a small write.
 */
export function writeFileUnflushed(path: string, bytes: string | Uint8Array): void {
  const temporary = temporaryName(path);
  try {
    try {
      writeFileSync(temporary, bytes, { flag: "wx" });
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== "ENOENT") throw error;
      mkdirSync(dirname(path), { recursive: true });
      writeFileSync(temporary, bytes, { flag: "wx" });
    }
    renameSync(temporary, path);
  } catch (error) {
    rmSync(temporary, { force: true });
    throw error;
  }
}

/** Names a temporary file beside the final one, with the writing process. */
export function temporaryName(path: string): string {
  return `${path}.${process.pid}.${randomBytes(4).toString("hex")}.tmp`;
}

async function openMakingFolders(path: string) {
  try {
    return await open(path, "wx");
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "ENOENT") throw error;
    await mkdir(dirname(path), { recursive: true });
    return await open(path, "wx");
  }
}
