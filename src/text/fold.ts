/** Latin letters that Unicode does not decompose, and their spelling without stroke or ligature. */
const PLAIN: Record<string, string> = {
  ß: "ss",
  æ: "ae",
  œ: "oe",
  ø: "o",
  đ: "d",
  ð: "d",
  ħ: "h",
  ı: "i",
  ł: "l",
  ŋ: "n",
  ŧ: "t",
  þ: "th",
  ς: "σ",
};
const PLAIN_LETTERS = new RegExp(`[${Object.keys(PLAIN).join("")}]`, "g");

/** Combining accents of Latin, Greek and Cyrillic. Marks of other scripts stay: there they are often vowels that change the word. */
const ACCENTS = /[\u0300-\u036f\u1ab0-\u1aff\u1dc0-\u1dff\u20d0-\u20ff\ufe20-\ufe2f]/g;

/**
 * Strips case and accents for comparison: `Straße` and `STRASSE`, `señor` and `SENOR` fold to the same. Compatibility forms
 * (full-width letters, ligatures) fold as well.
 *
 * @example fold("Crème BRÛLÉE").includes(fold("creme brulee")) // true
 */
export function fold(text: string): string {
  const small = text.normalize("NFKD").toLowerCase().replace(ACCENTS, "");
  // Recomposed, so that a Korean syllable is not found inside another one.
  return small.replace(PLAIN_LETTERS, (letter) => PLAIN[letter]!).normalize("NFC");
}

/**
 * Folds a text that arrives in pieces; joined, the pieces equal `fold` of the whole. Holds back text that the next piece could
 * still change (a letter before its accent).
 */
export class FoldingStream {
  #rest = "";

  add(piece: string): string {
    const text = this.#rest + piece;
    const end = lastBoundary(text);
    this.#rest = text.slice(end);
    return fold(text.slice(0, end));
  }

  finish(): string {
    const folded = fold(this.#rest);
    this.#rest = "";
    return folded;
  }
}

/** Characters that can join the previous one: marks, the later parts of Korean syllables, second surrogates. */
const JOINS = /[\p{M}\u1160-\u11ff\udc00-\udfff]/u;
const LOOK_BACK = 1000;

function lastBoundary(text: string): number {
  for (let at = text.length - 1; at > Math.max(0, text.length - LOOK_BACK); at--) {
    const code = text.charCodeAt(at);
    const secondSurrogate = code >= 0xdc00 && code <= 0xdfff;
    if (!secondSurrogate && !JOINS.test(String.fromCodePoint(text.codePointAt(at)!))) return at;
  }
  return 0;
}
