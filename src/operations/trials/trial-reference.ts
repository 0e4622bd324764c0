/** Parsed name of a trial. */
export interface TrialReference {
  /** Lower-case hexadecimal prefix of a run id; null if impossible. */
  idPrefix: string | null;
  /** Parts between slashes: a model and a case in either order, or one of them. */
  names: string[];
  /** Null if not given. */
  repetition: number | null;
}

/** Shorter prefixes would match too much. */
const FEWEST_DIGITS = 4;

/**
 * Parses `careful/refund`, `refund/careful`, `careful/refund/2`, `careful/refund#2`, `careful/refund #2`, `refund`, and a run id or its
 * prefix.
 */
export function parseTrialReference(written: string): TrialReference {
  const text = written.trim().replace(/^["']|["']$/g, "");
  const isId = new RegExp(`^[0-9a-f]{${FEWEST_DIGITS},64}$`, "i").test(text);
  const [, named = text, numbered] = /^(.*?)(?:\s*#\s*|\/)(\d+)$/.exec(text) ?? [];
  return {
    idPrefix: isId ? text.toLowerCase() : null,
    names: named.split("/").filter((part) => part !== ""),
    repetition: numbered === undefined ? null : Number(numbered),
  };
}
