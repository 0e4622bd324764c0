import { readFileSync } from "node:fs";

/** Reads a file of /proc or /sys; empty where it is missing or hidden. */
export function readSystemFile(path: string): string {
  try {
    return readFileSync(path, "utf8");
  } catch {
    return "";
  }
}
