import { NOT_PLAIN } from "./not-plain.ts";

/**
 * A text as a reader sees it, to be compared with another one: composed (NFC), with one kind of space, and without marks that
 * nobody sees. Without regard to case unless it is asked for.
 *
 * @example comparable("Stra\u00dfe") === comparable("STRASSE") // true
 */
export function comparable(text: string, { caseSensitive }: { caseSensitive: boolean }): string {
  const seen = asSeen(text);
  // Small first: some capitals have no way back. Capitals last: `ς` and `σ` have the same.
  return caseSensitive ? seen : seen.toLowerCase().toUpperCase().normalize("NFC");
}

/** The same with its case kept, for what is shown to people. */
export function asSeen(text: string): string {
  return NOT_PLAIN.test(text)
    ? text.normalize("NFC").replace(UNSEEN, "").replace(SPACES, " ").replace(LINE_ENDS, "\n")
    : text;
}

/**
 * Marks of direction, soft hyphens, zero-width spaces, word joiners and byte order marks. Joiners stay: without them, words of
 * Persian are others and emoji fall apart.
 */
const UNSEEN = /[\u00ad\u061c\u200b\u200e\u200f\u202a-\u202e\u2060-\u2064\u2066-\u206f\ufeff]/g;
const SPACES = /\p{Zs}/gu;
const LINE_ENDS = /\r\n?|[\u2028\u2029]/g;
