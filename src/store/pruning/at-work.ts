import { readdirSync } from "node:fs";
import { join } from "node:path";
import { lockHolder } from "../files/lock.ts";
import { nameOfThisProcess } from "../files/process-name.ts";
import { LOG_FOLDER } from "../layout.ts";
import { fileMedium } from "../log/file-medium.ts";
import { isWrittenHere } from "../log/segment-writer.ts";

/** A process that writes to a store; null where only its file is known. */
export interface WorkingProcess {
  pid: number | null;
  host: string | null;
}

/**
 * Finds the process that is writing to a store, and what to call it; null without one. Readers do not matter.
 *
 * @param lockDepths folders below outputs/ in which processes lock, and how many folders deep the locks are
 */
export function atWork(outputs: string, lockDepths: LockDepths): { called: string; by: WorkingProcess } | null {
  for (const path of locksBelow(outputs, lockDepths)) {
    const holder = lockHolder(join(outputs, path));
    if (holder) return { called: `process ${holder.pid} on ${holder.host} (outputs/${path})`, by: holder };
  }
  const medium = fileMedium(join(outputs, LOG_FOLDER), () => new Date());
  try {
    const log = join(outputs, LOG_FOLDER);
    const isOfThisProcess = (name: string) => name.includes(`-${nameOfThisProcess()}-`);
    const written = medium
      .segments()
      .find((segment) =>
        isOfThisProcess(segment.name) ? isWrittenHere(join(log, `${segment.name}.jsonl`)) : segment.isBeingWritten(),
      );
    if (!written) return null;
    const called = `the process that writes outputs/${LOG_FOLDER}/${written.name}.jsonl`;
    return { called, by: { pid: null, host: null } };
  } finally {
    medium.close();
  }
}

export type LockDepths = Readonly<Record<string, number>>;

function* locksBelow(outputs: string, lockDepths: LockDepths): Generator<string> {
  for (const [top, depth] of Object.entries(lockDepths))
    for (const folder of foldersBelow(outputs, top, depth)) yield `${folder}/.lock`;
}

function* foldersBelow(outputs: string, folder: string, depth: number): Generator<string> {
  if (depth === 0) {
    yield folder;
    return;
  }
  for (const name of namesIn(join(outputs, folder))) yield* foldersBelow(outputs, `${folder}/${name}`, depth - 1);
}

function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder, { withFileTypes: true })
      .filter((entry) => entry.isDirectory())
      .map(({ name }) => name);
  } catch {
    return [];
  }
}
