/**
 * True for a text that shows nothing: whitespace, characters without width, fillers and blank letters only. `trim` knows the first of them.
 *
 * @example isBlank(" \u200b\u2800") // true
 */
export function isBlank(text: string): boolean {
  return !SEEN.test(text);
}

/** Braille blank, a musical and a Khitan filler and blank hieroglyphs are letters or symbols to Unicode, and nothing to the eye. */
const SEEN = /[^\s\p{Z}\p{Cc}\p{Cf}\p{Default_Ignorable_Code_Point}\u2800\u{16FE4}\u{13441}\u{13442}\u{1D159}]/u;
