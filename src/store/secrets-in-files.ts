import { type Dirent, readlinkSync } from "node:fs";
import type { ByteRedactor, Redactor } from "../text/index.ts";

/** Text files lose whatever looks like a secret; in other files values of keys in use and keys of known kinds are overwritten. */
export interface FileRedactor {
  text: Redactor;
  bytes: ByteRedactor;
}

/** Files beyond this are searched for secrets as bytes, not as text. */
const LARGEST_TEXT = 8 * 1024 * 1024;

/** In its own name, or in that of what it links to. */
export function namesSecret(path: string, entry: Dirent, redact: Redactor): boolean {
  const name = entry.isSymbolicLink() ? `${entry.name}\n\n${readlinkSync(path)}` : entry.name;
  return redact(name) !== name;
}

/** What a file holds without its secrets; null when there are none. */
export function redactContent(content: Buffer, redact: FileRedactor): Buffer | null {
  if (content.length > LARGEST_TEXT || content.subarray(0, 8192).includes(0)) return redact.bytes(content);
  const text = content.toString("utf8");
  const clean = redact.text(text);
  if (clean !== text) return Buffer.from(clean);
  return null;
}
