import { readdirSync, readFileSync } from "node:fs";

const CLOSE_ON_EXEC = 0o2000000;

/**
 * File descriptors beyond 2 that our own parent left open and that a child would inherit. A folder among them would be a door out
 * of any sandbox, so they are covered with /dev/null. Node closes low numbers and its own, not those further up.
 */
export function inheritedDescriptors(): number[] {
  known ??= look();
  return known;
}

let known: number[] | null = null;

function look(): number[] {
  try {
    return readdirSync("/proc/self/fd").map(Number).filter(staysOpen);
  } catch {
    // No /proc: there Node's own way of starting programs closes everything it was not told to keep.
    return [];
  }
}

function staysOpen(descriptor: number): boolean {
  if (descriptor <= 2) return false;
  try {
    const flags = /^flags:\s*(\d+)/m.exec(readFileSync(`/proc/self/fdinfo/${descriptor}`, "utf8"))?.[1] ?? "0";
    return (Number.parseInt(flags, 8) & CLOSE_ON_EXEC) === 0;
  } catch {
    // The descriptor of the listing itself is closed by now.
    return false;
  }
}
