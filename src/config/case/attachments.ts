import { createHash } from "node:crypto";
import { basename } from "node:path";
import type { Diagnostic } from "../diagnostics/diagnostic.ts";
import { findReferencedFile } from "../finding/referenced-file.ts";
import { decodeUtf8, readBytes } from "../source/read-text.ts";
import { complainAbout, type SourceFile } from "../source/source-file.ts";
import type { ResolvedAttachment } from "./loaded-case.ts";

/** Finds, reads and hashes the files a case attaches. They are injected as text, so they have to be text. */
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
    const decoded = decodeUtf8(read.bytes);
    if (!decoded.ok) {
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
