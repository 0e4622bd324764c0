import { readFileSync } from "node:fs";

/** A file of /proc or /sys; empty where the system has none, or does not show it. */
export function readSystemFile(path: string): string {
  try {
    return readFileSync(path, "utf8");
  } catch {
    return "";
  }
}
