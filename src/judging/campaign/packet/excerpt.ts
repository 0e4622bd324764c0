import { createHash } from "node:crypto";
import { readFile, realpath, stat } from "node:fs/promises";
import { basename, join, sep } from "node:path";
import type { OutputArtifact } from "../../../records/index.ts";

/** What can be shown of a file that a trial left, or why nothing can. */
export type FileText = { text: string } | { note: string };

/** Larger files are named, not shown: an excerpt of a few thousand characters says little about them. */
const LARGEST_FILE = 2_000_000;

/**
 * Reads a kept file as text. It has to be the file that was recorded: same place inside the trial's folder (a link the subject made
 * may point anywhere), same bytes.
 */
export async function readKeptFile(file: OutputArtifact, folder: string): Promise<FileText> {
  if (file.bytes > LARGEST_FILE) return { note: "too large to show" };
  const bytes = await readInside(join(folder, file.path), folder);
  if (bytes === null) return { note: "not kept" };
  if (createHash("sha256").update(bytes).digest("hex") !== file.sha256) return { note: "changed since the run" };
  if (bytes.includes(0)) return { note: "not text" };
  return { text: bytes.toString("utf8") };
}

/** The part of the path that means something to a reader: without the folders that Assay itself makes. */
export function pathInWorkspace(file: OutputArtifact): { basename: string; path?: string } {
  const path = file.path.replace(/^(?:workspace|tmp)\//, "");
  const name = basename(path);
  return path === name ? { basename: name } : { basename: name, path };
}

async function readInside(path: string, folder: string): Promise<Buffer | null> {
  try {
    const [real, realFolder] = await Promise.all([realpath(path), realpath(folder)]);
    if (!real.startsWith(realFolder + sep)) return null;
    // A pipe that the subject made would keep us waiting for ever.
    const { size, isFile } = await stat(real).then((found) => ({ size: found.size, isFile: found.isFile() }));
    return isFile && size <= LARGEST_FILE ? await readFile(real) : null;
  } catch {
    return null;
  }
}
