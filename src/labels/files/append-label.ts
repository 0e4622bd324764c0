import {
  closeSync,
  existsSync,
  fstatSync,
  fsyncSync,
  ftruncateSync,
  mkdirSync,
  openSync,
  readSync,
  writeFileSync,
  writeSync,
} from "node:fs";
import { dirname, join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import type { LabelLine } from "../../records/index.ts";
import { type Lock, takeLock } from "../../store/index.ts";
import { labelFile, labelFolder } from "./label-folder.ts";
import { LINE_FEED } from "./lines-of-bytes.ts";

/**
 * Appends lines to their annotators' files, and returns once they are on disk. Safe in several processes, which take turns. Terminates a
 * line left incomplete by a killed process before appending.
 */
export async function appendLabels(root: string, lines: readonly LabelLine[]): Promise<void> {
  const files = new Map<string, string>();
  for (const line of lines) {
    const file = labelFile(root, line.annotator);
    files.set(file, `${files.get(file) ?? ""}${JSON.stringify(line)}\n`);
  }
  if (files.size === 0) return;
  const lock = await lockLabels(root);
  try {
    configureUnionMerge(root);
    for (const [file, text] of files) appendDurably(file, text);
  } finally {
    lock.release();
  }
}

/** Lock for one write; a dead holder is succeeded. */
async function lockLabels(root: string): Promise<Lock> {
  mkdirSync(labelFolder(root), { recursive: true });
  for (;;) {
    const taken = takeLock(join(labelFolder(root), ".lock"));
    if (taken.ok) return taken.lock;
    await wait(RETRY_MS);
  }
}

const RETRY_MS = 5;

/** Git would otherwise see a conflict where two branches add lines. */
function configureUnionMerge(root: string): void {
  const file = join(labelFolder(root), ".gitattributes");
  if (!existsSync(file)) writeFileSync(file, "*.jsonl merge=union\n");
}

function appendDurably(path: string, text: string): void {
  const isNew = !existsSync(path);
  const file = openSync(path, "a+");
  try {
    const { size } = fstatSync(file);
    const bytes = Buffer.from(endsInLine(file, size) ? text : `\n${text}`);
    try {
      for (let written = 0; written < bytes.length; ) written += writeSync(file, bytes, written);
      fsyncSync(file);
    } catch (error) {
      // The disk is full: remove half a line and report that the label was not stored.
      ftruncateSync(file, size);
      throw error;
    }
  } finally {
    closeSync(file);
  }
  if (isNew) flushFolder(dirname(path));
}

function endsInLine(file: number, size: number): boolean {
  if (size === 0) return true;
  const last = Buffer.alloc(1);
  readSync(file, last, 0, 1, size - 1);
  return last[0] === LINE_FEED;
}

/** Flushes the folder, which contains a new file's name. */
function flushFolder(folder: string): void {
  let opened: number | undefined;
  try {
    opened = openSync(folder, "r");
    fsyncSync(opened);
  } catch {
    // Some systems cannot open folders, where flushing the file has to suffice.
  } finally {
    if (opened !== undefined) closeSync(opened);
  }
}
