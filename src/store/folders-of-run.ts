import { lstatSync } from "node:fs";
import { join } from "node:path";
import { mediaIn, type RunRecord } from "../records/index.ts";
import { hashOfFirst } from "./files/hash-of-first.ts";
import { mediaPath } from "./kept-media.ts";
import type { FileDamage } from "./whole-files.ts";

/** Where a run has files below outputs/: what it left, and images and recordings that it was sent. */
export function foldersOfRun(record: RunRecord): string[] {
  return [...(record.files === null ? [] : [record.files]), ...mediaOf(record).map(mediaPath)];
}

/**
 * What is wrong with an image or a recording that a run was sent; null when all are as they were. Each is looked at once.
 *
 * @param seen hashes of those that were looked at before
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
