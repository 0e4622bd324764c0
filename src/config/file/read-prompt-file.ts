import { basename } from "node:path";
import type { Diagnostic, FieldPath } from "../diagnostics/diagnostic.ts";
import { findReferencedFile } from "../finding/referenced-file.ts";
import { readText } from "../source/read-text.ts";
import { complainAbout, type SourceFile } from "../source/source-file.ts";

/** Reads the system prompt file that a field names. A blank one is an error. */
export function readPromptFile(
  written: string,
  path: FieldPath,
  source: SourceFile,
  root: string,
): { text: string | null; diagnostics: Diagnostic[] } {
  const complain = (words: { message: string; suggestion?: string }) => ({
    text: null,
    diagnostics: [complainAbout(source, { path, ...words })],
  });
  const found = findReferencedFile(written, { beside: source.path, root, what: "the system prompt" });
  if (!found.ok) return complain(found);
  const read = readText(found.path);
  if (!read.ok) return complain({ message: `the system prompt ${basename(found.path)} ${read.message}` });
  if (read.text.trim() === "") return complain({ message: `the system prompt ${basename(found.path)} is empty` });
  return { text: read.text, diagnostics: [] };
}
