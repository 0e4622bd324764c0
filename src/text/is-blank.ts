/**
 * True for a text that shows nothing: only whitespace, zero-width characters, fillers and blank letters. `trim` covers only
 * whitespace.
 *
 * @example isBlank(" \u200b\u2800") // true
 */
export function isBlank(text: string): boolean {
  return !SEEN.test(text);
}

/** Unicode counts Braille blank, a musical and a Khitan filler, and blank hieroglyphs as letters or symbols, but they are invisible. */
const SEEN = /[^\s\p{Z}\p{Cc}\p{Cf}\p{Default_Ignorable_Code_Point}\u2800\u{16FE4}\u{13441}\u{13442}\u{1D159}]/u;
