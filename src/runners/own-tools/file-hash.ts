import { createHash } from "node:crypto";
import { lstatSync, readdirSync, readFileSync, readlinkSync } from "node:fs";
import { join } from "node:path";
import type { ReadableFile } from "../../config/index.ts";

/** More than any server brings along; a whole disk is a mistake. */
const MOST_FILES = 50_000;

const hashes = new WeakMap<ReadableFile, string>();

/**
 * SHA-256 of what a file holds; of a folder, of everything below it. Read once, however many trials offer the tool.
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
  let files = 0;
  const add = (at: string, name: string): void => {
    const found = lstatSync(at);
    if (found.isDirectory()) {
      digest.update(`folder ${name}\n`);
      for (const inner of readdirSync(at).sort()) add(join(at, inner), `${name}/${inner}`);
      return;
    }
    files += 1;
    if (files > MOST_FILES) throw new Error(`${path} holds more than ${MOST_FILES} files`);
    // What a link leads to is part of the tool only if it is listed as well.
    if (name !== "" && found.isSymbolicLink()) digest.update(`link ${name} ${readlinkSync(at)}\n`);
    else if (found.isFile() || found.isSymbolicLink()) {
      const bytes = readFileSync(at);
      digest.update(`file ${name} ${bytes.length}\n`).update(bytes);
    }
  };
  add(path, "");
  return digest.digest("hex");
}
