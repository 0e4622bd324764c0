import { type Dirent, readlinkSync } from "node:fs";
import type { ByteRedactor, Redactor } from "../text/index.ts";

/** Text files lose everything that looks like a secret; in other files, values of keys in use and keys of known formats are overwritten. */
export interface FileRedactor {
  text: Redactor;
  bytes: ByteRedactor;
}

/** Larger files are searched as bytes instead of text. */
const LARGEST_TEXT = 8 * 1024 * 1024;

/** Checks an entry's name, and a link's target. */
export function namesSecret(path: string, entry: Dirent, redact: Redactor): boolean {
  const name = entry.isSymbolicLink() ? `${entry.name}\n\n${readlinkSync(path)}` : entry.name;
  return redact(name) !== name;
}

/** Returns a file's content without secrets; null if it has none. */
export function redactContent(content: Buffer, redact: FileRedactor): Buffer | null {
  if (content.length > LARGEST_TEXT || content.subarray(0, 8192).includes(0)) return redact.bytes(content);
  const text = content.toString("utf8");
  const clean = redact.text(text);
  if (clean !== text) return Buffer.from(clean);
  return null;
}
