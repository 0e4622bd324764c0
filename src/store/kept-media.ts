import { existsSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { ARTIFACTS_FOLDER } from "./layout.ts";
import type { TrialFolders } from "./trial-folders.ts";

/** An image or a recording that was sent, as a store keeps it. */
export interface SentMedia {
  sha256: string;
  /** `image/png` … */
  media_type: string;
}

/** Where an image or a recording that was sent is kept, relative to outputs/: among the files of trials, in a folder named by what it holds. */
export function mediaPath({ sha256, media_type }: SentMedia): string {
  return `${ARTIFACTS_FOLDER}/${sha256.slice(0, 2)}/${sha256}/${media_type.replace("/", ".")}`;
}

export function hasMedia(outputs: string, media: SentMedia): boolean {
  return existsSync(join(outputs, mediaPath(media)));
}

/** Keeps what was sent once, however many trials sent it. The bytes are asked for only if they are not there yet. */
export function keepMedia(outputs: string, folders: TrialFolders, media: SentMedia, bytes: () => Uint8Array): void {
  if (hasMedia(outputs, media)) return;
  const path = mediaPath(media);
  const folder = folders.open();
  writeFileSync(join(folder, path.slice(path.lastIndexOf("/") + 1)), bytes());
  folders.keep(folder, media.sha256);
}
