import { NOT_PLAIN } from "./not-plain.ts";

/**
 * Normalizes a text for comparison as a reader sees it: composed (NFC), with one kind of space, and without invisible marks.
 * Ignores case unless asked not to.
 *
 * @example comparable("Stra\u00dfe") === comparable("STRASSE") // true
 */
export function normalizeForComparison(text: string, { caseSensitive }: { caseSensitive: boolean }): string {
  const seen = normalizeForDisplay(text);
  // Lower case first, because some capitals have no way back; upper case last, because `ς` and `σ` share a capital.
  return caseSensitive ? seen : seen.toLowerCase().toUpperCase().normalize("NFC");
}

/** Like `comparable`, but keeps case, for texts shown to people. */
export function normalizeForDisplay(text: string): string {
  return NOT_PLAIN.test(text)
    ? text.normalize("NFC").replace(UNSEEN, "").replace(SPACES, " ").replace(LINE_ENDS, "\n")
    : text;
}

/**
 * Direction marks, soft hyphens, zero-width spaces, word joiners and byte order marks. Joiners stay: removing them changes
 * Persian words and breaks emoji apart.
 */
const UNSEEN = /[\u00ad\u061c\u200b\u200e\u200f\u202a-\u202e\u2060-\u2064\u2066-\u206f\ufeff]/g;
const SPACES = /\p{Zs}/gu;
const LINE_ENDS = /\r\n?|[\u2028\u2029]/g;
