import { isUtf8 } from "node:buffer";
import { createHash } from "node:crypto";
import { basename } from "node:path";
import type { Diagnostic } from "../diagnostics/diagnostic.ts";
import { findReferencedFile } from "../finding/referenced-file.ts";
import { decodeUtf8, inMegabytes, readBytes } from "../source/read-text.ts";
import { complainAbout, type SourceFile } from "../source/source-file.ts";
import type { ResolvedAttachment } from "./loaded-case.ts";
import { LARGEST_MEDIA_BYTES, mediaFileOf } from "./media-file.ts";
import { otherFormatOf } from "./media-format.ts";

/** Reads and hashes a case's attachments: text to insert, or images and audio to send unchanged. */
export function resolveAttachments(
  attachments: readonly string[],
  source: SourceFile,
  root: string,
): { attachments: ResolvedAttachment[]; diagnostics: Diagnostic[] } {
  const resolved: ResolvedAttachment[] = [];
  const diagnostics: Diagnostic[] = [];
  for (const [index, written] of attachments.entries()) {
    const complain = (words: { message: string; suggestion?: string }) =>
      diagnostics.push(complainAbout(source, { path: ["input", "attachments", index], ...words }));
    const found = findReferencedFile(written, { beside: source.path, root, what: "the attachment" });
    if (!found.ok) {
      complain(found);
      continue;
    }
    const read = readBytes(found.path);
    if (!read.ok) {
      complain({ message: `the attachment ${JSON.stringify(written)} ${read.message}` });
      continue;
    }
    const media = isText(read.bytes) ? undefined : mediaFileOf(found.path, read.bytes);
    if (media) {
      const { name: filename, path, sha256, bytes } = media;
      if (bytes > LARGEST_MEDIA_BYTES) complain({ message: tooLarge(written, bytes) });
      else resolved.push({ filename, path, sha256, bytes, media });
      continue;
    }
    const decoded = decodeUtf8(read.bytes);
    if (!decoded.ok) {
      const format = otherFormatOf(read.bytes);
      if (format !== undefined) {
        complain({ message: `the attachment ${JSON.stringify(written)} is ${format}; ${TAKEN}` });
        continue;
      }
      const place = decoded.line === undefined ? "" : ` (line ${decoded.line}, column ${decoded.column})`;
      complain({ message: `the attachment ${JSON.stringify(written)} ${decoded.message}${place}` });
      continue;
    }
    resolved.push({
      filename: basename(found.path),
      path: found.path,
      sha256: createHash("sha256").update(read.bytes).digest("hex"),
      bytes: read.bytes.length,
    });
  }
  return { attachments: resolved, diagnostics };
}

const TAKEN = "attachments are text, images (PNG, JPEG, GIF, WebP) or audio (WAV, MP3)";

/** Distinguishes text from media: text may begin like a GIF or with ID3, but every medium has a NUL byte. */
function isText(bytes: Buffer): boolean {
  return isUtf8(bytes) && !bytes.includes(0);
}

function tooLarge(written: string, bytes: number): string {
  const limit = inMegabytes(LARGEST_MEDIA_BYTES);
  return `the attachment ${JSON.stringify(written)} is ${inMegabytes(bytes)} MB; images and audio may have at most ${limit} MB`;
}
