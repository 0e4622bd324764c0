import { createHash } from "node:crypto";
import { lstatSync, readFileSync } from "node:fs";
import type { ReadableFile } from "../../config/index.ts";
import { walkTree } from "../../files/index.ts";

/** More files than any server needs; a whole disk is a mistake. */
const MOST_FILES = 50_000;

const hashes = new WeakMap<ReadableFile, string>();

/**
 * SHA-256 of a file's content, or of everything below a folder. Read once, however many trials offer the tool.
 *
 * @throws when something cannot be read, or a folder holds more files than a tool can need
 */
export function hashOfFile(file: ReadableFile): string {
  const known = hashes.get(file) ?? hashOf(file.path);
  hashes.set(file, known);
  return known;
}

function hashOf(path: string): string {
  const digest = createHash("sha256");
  const addFile = (at: string, name: string) => {
    const bytes = readFileSync(at);
    digest.update(`file ${name} ${bytes.length}\n`).update(bytes);
  };
  if (!lstatSync(path).isDirectory()) {
    addFile(path, "");
    return digest.digest("hex");
  }
  digest.update("folder \n");
  for (const entry of walkTree(path, { limits: { files: MOST_FILES } })) {
    const name = `/${entry.path}`;
    if (entry.kind === "folder") digest.update(`folder ${name}\n`);
    else if (entry.kind === "file") addFile(`${path}${name}`, name);
    // A link's target is part of the tool only if it is listed as well.
    else if (entry.kind === "link") digest.update(`link ${name} ${entry.target}\n`);
    else if (entry.kind === "limit") throw new Error(`${path} holds more than ${MOST_FILES} files`);
    else if (entry.reason.includes("cannot be")) throw new Error(`${path}${name}: ${entry.reason}`);
  }
  return digest.digest("hex");
}
