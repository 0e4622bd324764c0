import { setFlagsFromString } from "node:v8";

/** Nearly everything stays alive while files are read and a store is opened, so collecting earlier gains nothing. */
export const WHILE_LOADING = ["--heap-growing-percent=70"];

/**
 * Data in flight survives two minor collections and dies in the old space, which would grow to four times its live size before a major
 * collection. Half as much again is enough: 10,000 judged trials take 270 MB instead of 400 MB, for a tenth more CPU.
 *
 * A campaign mostly waits, and compiling each briefly busy function costs three seconds of CPU, more than it gains. So a function must be
 * busy four times as long before it is compiled, and less is inlined. Later versions of V8 tune this by other means.
 */
export const IN_THE_LONG_RUN = [
  "--heap-growing-percent=50",
  "--max-inlined-bytecode-size-cumulative=300",
  ...(process.versions.v8.startsWith("11.") ? ["--interrupt-budget=270336"] : []),
];

/** Sets V8 flags. V8 prints unknown ones on stderr; a test checks that the current version knows all of them. */
export function setEngine(settings: readonly string[]): void {
  for (const setting of settings) setFlagsFromString(setting);
}
