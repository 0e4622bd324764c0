import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { projectRoot } from "./project-root.ts";

/** Real files, made by programs that are not ours; see the README beside them. */
export const MEDIA = {
  "shapes.png": "image/png",
  "shapes.jpg": "image/jpeg",
  "shapes.gif": "image/gif",
  "shapes.webp": "image/webp",
  "tone.wav": "audio/wav",
  "tone.mp3": "audio/mpeg",
} as const;

export type MediaName = keyof typeof MEDIA;

export function mediaBytes(name: MediaName): Buffer {
  return readFileSync(join(projectRoot, "test/fixtures/media", name));
}

export function digestOf(bytes: Uint8Array): string {
  return createHash("sha256").update(bytes).digest("hex");
}
