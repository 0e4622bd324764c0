import { existsSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { ARTIFACTS_FOLDER } from "./layout.ts";
import type { TrialFolders } from "./trial-folders.ts";

/** Stored image or recording that was sent. */
export interface SentMedia {
  sha256: string;
  /** Such as `image/png`. */
  media_type: string;
}

/** Returns the path of a stored image or recording, relative to outputs/: among trials' files, in a folder named by its hash. */
export function mediaPath({ sha256, media_type }: SentMedia): string {
  return `${ARTIFACTS_FOLDER}/${sha256.slice(0, 2)}/${sha256}/${media_type.replace("/", ".")}`;
}

export function hasMedia(outputs: string, media: SentMedia): boolean {
  return existsSync(join(outputs, mediaPath(media)));
}

/** Stores a medium once, however many trials send it. `bytes` is called only if it is not stored yet. */
export function keepMedia(outputs: string, folders: TrialFolders, media: SentMedia, bytes: () => Uint8Array): void {
  if (hasMedia(outputs, media)) return;
  const path = mediaPath(media);
  const folder = folders.open();
  writeFileSync(join(folder, path.slice(path.lastIndexOf("/") + 1)), bytes());
  folders.keep(folder, media.sha256);
}
