import { createHash } from "node:crypto";
import { statSync } from "node:fs";
import { basename } from "node:path";
import type { MediaPart } from "../../records/index.ts";
import { readBytes } from "../source/read-text.ts";
import type { MediaFile } from "./loaded-case.ts";
import { mediaTypeOf, otherFormatOf } from "./media-format.ts";

/** Limit of most providers for one file. */
export const LARGEST_MEDIA_BYTES = 20 * 1024 ** 2;
/** Limit for all media of a case. Base64 adds a third, and providers refuse larger requests. */
export const LARGEST_MEDIA_TOTAL = 40 * 1024 ** 2;

export type MediaRead = { ok: true; file: MediaFile } | { ok: false; message: string };

/** Reads, identifies and hashes an image or recording. The bytes are not kept but read again when sent. */
export function readMediaFile(path: string, type: MediaPart["type"]): MediaRead {
  const key = `${type} ${path} ${versionOf(path)}`;
  const read = known.get(key) ?? readAndRecognise(path, type);
  if (known.size > MOST_KNOWN) known.clear();
  known.set(key, read);
  return read;
}

/** A file may be used by ten thousand cases; read and hash it once. */
const known = new Map<string, MediaRead>();
const MOST_KNOWN = 10_000;

function versionOf(path: string): string {
  const found = statSync(path, { bigint: true, throwIfNoEntry: false });
  return found ? `${found.ino} ${found.size} ${found.mtimeNs} ${found.ctimeNs}` : "";
}

function readAndRecognise(path: string, type: MediaPart["type"]): MediaRead {
  const read = readBytes(path, LARGEST_MEDIA_BYTES);
  if (!read.ok) return read;
  const problem = problemOf(read.bytes, type);
  return problem === null ? { ok: true, file: mediaFileOf(path, read.bytes)! } : { ok: false, message: problem };
}

/** Describes a file as a message part; undefined if its bytes are no supported image or audio. */
export function mediaFileOf(path: string, bytes: Uint8Array): MediaFile | undefined {
  const media_type = mediaTypeOf(bytes);
  if (media_type === undefined) return undefined;
  return {
    type: media_type.startsWith("image/") ? "image" : "audio",
    name: basename(path),
    media_type,
    sha256: createHash("sha256").update(bytes).digest("hex"),
    bytes: bytes.length,
    path,
  };
}

const TAKEN = {
  image: { name: "an image", formats: "PNG, JPEG, GIF and WebP" },
  audio: { name: "audio", formats: "WAV and MP3" },
};

function problemOf(bytes: Uint8Array, type: MediaPart["type"]): string | null {
  if (bytes.length === 0) return "is empty";
  const mediaType = mediaTypeOf(bytes);
  const { name, formats } = TAKEN[type];
  if (mediaType?.startsWith(`${type}/`)) return null;
  if (mediaType !== undefined) return `is ${mediaType}, not ${name}; write \`type: ${mediaType.split("/")[0]}\``;
  const other = otherFormatOf(bytes);
  const what = other === undefined ? `is not ${name}, judging by its first bytes` : `is ${other}`;
  return `${what}; ${formats} are accepted, whatever the file is called`;
}
