import { createHash } from "node:crypto";
import { readFile, realpath, stat } from "node:fs/promises";
import { basename, join, sep } from "node:path";
import type { OutputArtifact } from "../../../records/index.ts";

/** The text of a trial's file, or the reason why it cannot be shown. */
export type FileText = { text: string } | { note: string };

/** Larger files are only named: an excerpt of a few thousand characters says little about them. */
const LARGEST_FILE = 2_000_000;

/**
 * Reads a kept file as text. It must be the recorded file: same place inside the trial's folder (a subject's link may point
 * anywhere), same bytes.
 */
export async function readKeptFile(file: OutputArtifact, folder: string): Promise<FileText> {
  if (file.bytes > LARGEST_FILE) return { note: "too large to show" };
  const bytes = await readInside(join(folder, file.path), folder);
  if (bytes === null) return { note: "not kept" };
  if (createHash("sha256").update(bytes).digest("hex") !== file.sha256) return { note: "changed since the run" };
  if (bytes.includes(0)) return { note: "not text" };
  return { text: bytes.toString("utf8") };
}

/** The part of the path that is meaningful to a reader, without the folders that Assay creates. */
export function pathInWorkspace(file: OutputArtifact): { basename: string; path?: string } {
  const path = file.path.replace(/^(?:workspace|tmp)\//, "");
  const name = basename(path);
  return path === name ? { basename: name } : { basename: name, path };
}

async function readInside(path: string, folder: string): Promise<Buffer | null> {
  try {
    const [real, realFolder] = await Promise.all([realpath(path), realpath(folder)]);
    if (!real.startsWith(realFolder + sep)) return null;
    // Reading a pipe created by the subject would block forever.
    const { size, isFile } = await stat(real).then((found) => ({ size: found.size, isFile: found.isFile() }));
    return isFile && size <= LARGEST_FILE ? await readFile(real) : null;
  } catch {
    return null;
  }
}
