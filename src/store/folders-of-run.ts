import { lstatSync } from "node:fs";
import { join } from "node:path";
import { mediaIn, type RunRecord } from "../records/index.ts";
import { hashOfFirst } from "./files/hash-of-first.ts";
import { mediaPath } from "./kept-media.ts";
import type { FileDamage } from "./whole-files.ts";

/** Lists a run's folders below outputs/: files it left, and media it was sent. */
export function foldersOfRun(record: RunRecord): string[] {
  return [...(record.files === null ? [] : [record.files]), ...mediaOf(record).map(mediaPath)];
}

/**
 * Finds damage in a run's media; null if all are intact. Each file is checked once.
 *
 * @param seen hashes of files checked before
 */
export function mediaDamage(record: RunRecord, outputs: string, seen: Set<string>): FileDamage {
  const { media_not_kept } = record.artifact.runner_metadata;
  const notKept = new Set(Array.isArray(media_not_kept) ? media_not_kept : []);
  for (const media of mediaOf(record)) {
    if (seen.has(media.sha256) || notKept.has(media.name)) continue;
    seen.add(media.sha256);
    const path = join(outputs, mediaPath(media));
    const found = lstatSync(path, { throwIfNoEntry: false });
    if (!found?.isFile()) return `${media.name}, which was sent, is missing`;
    if (hashOfFirst(path, found.size) !== media.sha256) return `${media.name} is not the file that was sent`;
  }
  return null;
}

function mediaOf({ artifact: { request } }: RunRecord) {
  return mediaIn(...request.messages, ...request.turns);
}
