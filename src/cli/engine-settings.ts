import { setFlagsFromString } from "node:v8";

/**
 * While files are read and a store is opened, nearly everything stays alive, and looking for what does not is in vain.
 */
export const WHILE_LOADING = ["--heap-growing-percent=70"];

/**
 * What is in flight outlives two small collections and dies in the old space, which would grow to four times of what is alive before it is
 * cleaned. Half as much again is enough: 10,000 judged trials take 270 MB instead of 400 MB, for a tenth more of computing time.
 *
 * A campaign waits for others most of the time, and compiling everything that was busy for a moment takes three seconds of computing, more than it
 * gains: a function has to be busy four times as long, and less is compiled into it. Later versions of the engine decide that by other means.
 */
export const IN_THE_LONG_RUN = [
  "--heap-growing-percent=50",
  "--max-inlined-bytecode-size-cumulative=300",
  ...(process.versions.v8.startsWith("11.") ? ["--interrupt-budget=270336"] : []),
];

/** The engine says on stderr which setting it does not know: a test holds them against the one that runs. */
export function setEngine(settings: readonly string[]): void {
  for (const setting of settings) setFlagsFromString(setting);
}
