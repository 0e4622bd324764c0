import { readdirSync, readFileSync } from "node:fs";

const CLOSE_ON_EXEC = 0o2000000;

/**
 * File descriptors above 2 that our parent left open and a child would inherit. A folder among them would be a way out of any
 * sandbox, so they are covered with /dev/null. Node closes low numbers and its own, but not those further up.
 */
export function inheritedDescriptors(): number[] {
  known ??= listDescriptors();
  return known;
}

let known: number[] | null = null;

function listDescriptors(): number[] {
  try {
    return readdirSync("/proc/self/fd").map(Number).filter(staysOpen);
  } catch {
    // Without /proc, Node's way of starting programs closes every descriptor not explicitly kept.
    return [];
  }
}

function staysOpen(descriptor: number): boolean {
  if (descriptor <= 2) return false;
  try {
    const flags = /^flags:\s*(\d+)/m.exec(readFileSync(`/proc/self/fdinfo/${descriptor}`, "utf8"))?.[1] ?? "0";
    return (Number.parseInt(flags, 8) & CLOSE_ON_EXEC) === 0;
  } catch {
    // The descriptor of the listing itself is already closed.
    return false;
  }
}
