import { NOT_PLAIN } from "../not-plain.ts";

/**
 * JSON without invisible characters. Characters that reorder, hide or join text (bidirectional controls, zero-width and tag
 * characters, control codes, line separators) are kept as \u escapes, so that a person reads in a stored prompt exactly what the
 * judge reads.
 */
export function visibleJson(value: unknown, indent = 0): string {
  const json = JSON.stringify(value, null, indent);
  // In JSON such characters occur only inside strings, where an escape means the same.
  return NOT_PLAIN.test(json) ? json.replace(INVISIBLE, escapeUnits) : json;
}

/** Like `visibleJson`, for data between tags: leaves no `<` that could close one. */
export function taglessJson(value: unknown): string {
  return visibleJson(value).replaceAll("<", "\\u003c");
}

/** Unicode counts Braille blank, fillers and blank hieroglyphs as letters or symbols, but they are invisible. */
const INVISIBLE =
  /[\p{Default_Ignorable_Code_Point}\p{Cf}\p{Zl}\p{Zp}\u007f-\u009f\u2800\u{16fe4}\u{13441}\u{13442}\u{1d159}]/gu;

/** Writes a character as JSON escapes, one for each UTF-16 unit. */
export function escapeUnits(character: string): string {
  return [...Array(character.length).keys()]
    .map((index) => `\\u${character.charCodeAt(index).toString(16).padStart(4, "0")}`)
    .join("");
}
