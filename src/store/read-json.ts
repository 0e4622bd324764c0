import { readFile } from "node:fs/promises";

/** What a stored JSON file turned out to be. `corrupt` is a normal case: a disk filled up, someone edited it. */
export type StoredJson =
  | { state: "absent" }
  | { state: "corrupt"; reason: string }
  | { state: "found"; value: unknown };

export async function readStoredJson(path: string): Promise<StoredJson> {
  let text: string;
  try {
    text = await readFile(path, "utf8");
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    if (code === "ENOENT" || code === "ENOTDIR") return { state: "absent" };
    return { state: "corrupt", reason: message };
  }
  try {
    return { state: "found", value: JSON.parse(text) };
  } catch (error) {
    return { state: "corrupt", reason: `not JSON (${(error as Error).message})` };
  }
}
