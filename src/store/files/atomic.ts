import { randomBytes } from "node:crypto";
import { mkdirSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { mkdir, open, rename, rm } from "node:fs/promises";
import { dirname } from "node:path";

/**
 * Writes a file so that a reader sees the old bytes or the new ones, never half of them: a temporary name beside it,
 * flushed to the disk, then renamed. The folder is made if it is missing. A full disk leaves the old file as it was.
 */
export async function writeFileAtomic(path: string, bytes: string | Uint8Array): Promise<void> {
  await writePiecesAtomic(path, [bytes]);
}

/** The same for what is made piece by piece and may be larger than memory. */
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

/** JSON for files that people open: indented, with a newline at the end. */
export async function writeJsonAtomic(path: string, value: unknown): Promise<void> {
  await writeFileAtomic(path, `${JSON.stringify(value, null, 2)}\n`);
}

/**
 * The same without waiting for the disk: whole or not there after any end of the process, but a power cut may leave it
 * empty. Synchronous, since waking a thread for a small file costs more than writing it.
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

/** Beside its file, and marked with who writes it. */
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
