/** Exit codes of every command. */
export const EXIT = {
  /** Done, and all thresholds met. */
  ok: 0,
  /** Done, but something failed, is missing or is undecided. */
  failed: 1,
  /** Usage or configuration error; nothing was spent. */
  usage: 2,
  /** Interrupted; finished work is stored, and the next call continues from there. */
  interrupted: 130,
} as const;
export type ExitCode = (typeof EXIT)[keyof typeof EXIT];

/** Wrong use of a command: printed without a stack, with exit code 2. */
export class UsageError extends Error {
  override name = "UsageError";
}
