/** Where a quote stands: UTF-16 offsets into the text as it was given, so that `text.slice(start, end)` shows it. */
export interface QuoteMatch {
  start: number;
  end: number;
}

/** A text prepared once, in which many quotes can be looked up. */
export interface QuoteSource {
  /** The first place where the quote stands verbatim, or null. */
  find(quote: string): QuoteMatch | null;
}

/**
 * Looks a quote up in a text. Both are compared after what changes when words are copied, not what they say: Unicode
 * NFC, full-width and half-width forms of the same character, runs of whitespace and line breaks, and characters
 * without width. Between Chinese or Japanese characters whitespace means nothing and is ignored, because lines are broken
 * there anywhere. Case, punctuation and every word have to be the same; an empty quote stands nowhere.
 *
 * @example findQuote("full refund", "A full\n  refund is due.") // { start: 2, end: 15 }
 */
export function findQuote(quote: string, text: string): QuoteMatch | null {
  return openQuoteSource(text).find(quote);
}

export function openQuoteSource(text: string): QuoteSource {
  const source = normalise(text);
  return {
    find(quote) {
      const wanted = normalise(quote).text.trimStart();
      if (wanted === "") return null;
      for (let at = source.text.indexOf(wanted); at !== -1; at = source.text.indexOf(wanted, at + 1)) {
        // A match must not cut a character in two: the `e` of `é` is not an `e`.
        const start = source.startAt[at]!;
        const end = source.endAt[at + wanted.length - 1]!;
        if (start >= 0 && end >= 0) return { start, end };
      }
      return null;
    },
  };
}

interface Normalised {
  text: string;
  /** Per code unit of `text`: the original offset where its character begins; -1 inside a character. */
  startAt: number[];
  /** Per code unit of `text`: the original offset behind its character; -1 before a character's last unit. */
  endAt: number[];
}

/**
 * Whitespace and invisible characters, or one character with everything that composes with it: combining marks,
 * the half-width voicing marks of kana, and the vowels and finals of a Hangul syllable. Normalising unit by unit then
 * gives the same as normalising the whole, and every unit knows where it came from.
 */
const UNIT =
  /[\s\u00AD\u200B\u2060\uFEFF]+|(?:[\u1100-\u115F\uA960-\uA97C\uAC00-\uD7A3][\u1160-\u11FF\uD7B0-\uD7FB]*|[\s\S])[\p{M}\uFF9E\uFF9F]*/gu;
const INVISIBLE = /[\u00AD\u200B\u2060\uFEFF]/g;
const WIDTH_FORMS = /[\uFF01-\uFFEE]/g;
const UNSPACED_SCRIPT = /^[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\u3001-\u303F\u30FB\u30FC]/u;

function normalise(text: string): Normalised {
  const result: Normalised = { text: "", startAt: [], endAt: [] };
  const parts: string[] = [];
  let gap: { start: number; end: number } | null = null;
  let afterUnspaced = false;
  const emit = (part: string, start: number, end: number) => {
    for (let unit = 0; unit < part.length; unit++) {
      result.startAt.push(unit === 0 ? start : -1);
      result.endAt.push(unit === part.length - 1 ? end : -1);
    }
    parts.push(part);
  };
  for (const { 0: unit, index } of text.matchAll(UNIT)) {
    const end = index + unit.length;
    if (isGap(unit)) {
      if (unit.replace(INVISIBLE, "") !== "") gap = { start: index, end };
      continue;
    }
    const folded = unit.replace(WIDTH_FORMS, (form) => form.normalize("NFKC")).normalize("NFC");
    const unspaced = UNSPACED_SCRIPT.test(folded);
    if (gap && !unspaced && !afterUnspaced) emit(" ", gap.start, gap.end);
    gap = null;
    emit(folded, index, end);
    afterUnspaced = unspaced;
  }
  result.text = parts.join("");
  return result;
}

function isGap(unit: string): boolean {
  return /^[\s\u00AD\u200B\u2060\uFEFF]/.test(unit);
}
