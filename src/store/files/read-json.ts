import { readFileSync } from "node:fs";
import { readFile } from "node:fs/promises";

/** Content of a stored JSON file. `corrupt` does happen, after a full disk or an edit. */
export type StoredJson =
  | { state: "absent" }
  | { state: "corrupt"; reason: string }
  | { state: "found"; value: unknown };

export async function readStoredJson(path: string): Promise<StoredJson> {
  try {
    return parseStored(await readFile(path, "utf8"));
  } catch (error) {
    return unreadable(error as NodeJS.ErrnoException);
  }
}

/** Synchronous version, for showing single pages. */
export function readStoredJsonNow(path: string): StoredJson {
  try {
    return parseStored(readFileSync(path, "utf8"));
  } catch (error) {
    return unreadable(error as NodeJS.ErrnoException);
  }
}

function parseStored(text: string): StoredJson {
  try {
    return { state: "found", value: JSON.parse(text) };
  } catch (error) {
    return { state: "corrupt", reason: `not JSON (${(error as Error).message})` };
  }
}

function unreadable({ code, message }: NodeJS.ErrnoException): StoredJson {
  return code === "ENOENT" || code === "ENOTDIR" ? { state: "absent" } : { state: "corrupt", reason: message };
}
