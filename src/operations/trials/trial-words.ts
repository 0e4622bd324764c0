/** What somebody wrote to name a trial, taken apart. */
export interface TrialWords {
  /** Lower-case hexadecimal digits of a run id; null when it can be none. */
  idPrefix: string | null;
  /** The parts between slashes: a model and a case in either order, or one of them. */
  names: string[];
  /** Null when none was named. */
  repetition: number | null;
}

/** Fewer digits than this would be found in the middle of anything. */
const FEWEST_DIGITS = 4;

/**
 * Reads `careful/refund`, `refund/careful`, `careful/refund/2`, `careful/refund#2`, `careful/refund #2`, `refund`, and a run id or its beginning.
 */
export function readTrialWords(written: string): TrialWords {
  const text = written.trim().replace(/^["']|["']$/g, "");
  const isId = new RegExp(`^[0-9a-f]{${FEWEST_DIGITS},64}$`, "i").test(text);
  const [, named = text, numbered] = /^(.*?)(?:\s*#\s*|\/)(\d+)$/.exec(text) ?? [];
  return {
    idPrefix: isId ? text.toLowerCase() : null,
    names: named.split("/").filter((part) => part !== ""),
    repetition: numbered === undefined ? null : Number(numbered),
  };
}
