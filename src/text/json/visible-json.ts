import { NOT_PLAIN } from "../not-plain.ts";

/**
 * JSON in which nothing is invisible. Characters that reorder, hide or join text (bidirectional controls, zero-width and tag
 * characters, control codes, line separators) stay in the data, but as \u escapes, so that what a person reads in a stored prompt
 * is what the judge reads.
 */
export function visibleJson(value: unknown, indent = 0): string {
  const json = JSON.stringify(value, null, indent);
  // In JSON such characters can only stand inside strings, where an escape means the same.
  return NOT_PLAIN.test(json) ? json.replace(INVISIBLE, escapeUnits) : json;
}

/** The same, for data between tags: no `<` is left that could close one. */
export function taglessJson(value: unknown): string {
  return visibleJson(value).replaceAll("<", "\\u003c");
}

/** Braille blank, fillers and blank hieroglyphs are letters or symbols to Unicode, and nothing to the eye. */
const INVISIBLE =
  /[\p{Default_Ignorable_Code_Point}\p{Cf}\p{Zl}\p{Zp}\u007f-\u009f\u2800\u{16fe4}\u{13441}\u{13442}\u{1d159}]/gu;

function escapeUnits(character: string): string {
  return [...Array(character.length).keys()]
    .map((index) => `\\u${character.charCodeAt(index).toString(16).padStart(4, "0")}`)
    .join("");
}
