import { type ContentPart, textOfParts } from "../../records/index.ts";
import type { Diagnostic, FieldPath } from "../diagnostics/diagnostic.ts";
import { findReferencedFile } from "../finding/referenced-file.ts";
import type { WrittenPart } from "../schema/case/content-part.ts";
import { complainAbout, type SourceFile } from "../source/source-file.ts";
import type { MediaFile } from "./loaded-case.ts";
import { readMediaFile } from "./media-file.ts";

/** Content to send, and its files. */
export interface ResolvedContent {
  content: string;
  parts?: readonly ContentPart[];
  media: MediaFile[];
  diagnostics: Diagnostic[];
}

/** Reads the images and recordings of a message. Paths are relative to the file that contains it. */
export function resolveContent(
  written: string | readonly WrittenPart[],
  at: FieldPath,
  source: SourceFile,
  root: string,
): ResolvedContent {
  if (typeof written === "string") return { content: written, media: [], diagnostics: [] };
  const parts: ContentPart[] = [];
  const media: MediaFile[] = [];
  const diagnostics: Diagnostic[] = [];
  for (const [index, part] of written.entries()) {
    if (part.type === "text") {
      parts.push(part);
      continue;
    }
    const complain = (words: { message: string; suggestion?: string }) =>
      diagnostics.push(complainAbout(source, { path: [...at, index, "path"], ...words }));
    const what = part.type === "image" ? "the image" : "the audio file";
    const found = findReferencedFile(part.path, { beside: source.path, root, what });
    if (!found.ok) {
      complain(found);
      continue;
    }
    const read = readMediaFile(found.path, part.type);
    if (!read.ok) {
      complain({ message: `${what} ${JSON.stringify(part.path)} ${read.message}` });
      continue;
    }
    const { path: _, ...named } = read.file;
    media.push(read.file);
    parts.push({ ...named, ...("detail" in part && part.detail !== undefined ? { detail: part.detail } : {}) });
  }
  return { content: textOfParts(parts), parts, media, diagnostics };
}
