/** What the exit code of every command means. */
export const EXIT = {
  /** Done, and all thresholds met. */
  ok: 0,
  /** Done, but something failed, is missing, or was not decided. */
  failed: 1,
  /** Usage or configuration error; nothing was spent. */
  usage: 2,
  /** Interrupted; everything finished so far is stored and the next call continues from there. */
  interrupted: 130,
} as const;
export type ExitCode = (typeof EXIT)[keyof typeof EXIT];

/** A mistake in how a command was called: printed as it is, without a stack, with exit code 2. */
export class UsageError extends Error {
  override name = "UsageError";
}
