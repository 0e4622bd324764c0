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
        const match = placeOf(source, at, at + wanted.length);
        if (match) return match;
      }
      return null;
    },
  };
}

interface Normalised {
  text: string;
  pieces: Piece[];
}

/** A stretch of the normalised text, and where it came from. Unchanged stretches are one piece, however long. */
interface Piece {
  at: number;
  length: number;
  start: number;
  end: number;
  /** Same characters, one by one; else the piece is one character that must not be cut. */
  unchanged: boolean;
}

/** The original place of a stretch of the normalised text; null where it would cut a character: the `e` of `é` is not an `e`. */
function placeOf({ pieces }: Normalised, from: number, to: number): QuoteMatch | null {
  const first = pieceAt(pieces, from);
  const last = pieceAt(pieces, to - 1);
  if (!first.unchanged && from !== first.at) return null;
  if (!last.unchanged && to !== last.at + last.length) return null;
  return {
    start: first.unchanged ? first.start + (from - first.at) : first.start,
    end: last.unchanged ? last.start + (to - last.at) : last.end,
  };
}

function pieceAt(pieces: Piece[], position: number): Piece {
  let low = 0;
  let high = pieces.length - 1;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if (pieces[middle]!.at <= position) low = middle;
    else high = middle - 1;
  }
  return pieces[low]!;
}

/**
 * Whitespace and invisible characters, words of ASCII that nothing changes, one space between them, or one character with everything that
 * composes with it: combining marks, the half-width voicing marks of kana, and the vowels and finals of a Hangul
 * syllable. Normalising unit by unit then gives the same as normalising the whole, and every unit knows where it came from.
 */
const UNIT =
  /[\s\u00AD\u200B\u200E\u200F\u202A-\u202E\u2060\u2066-\u2069\uFEFF]+|[\u0001-\u0008!-~]+(?: [\u0001-\u0008!-~]+){0,99}(?![\p{M}\uFF9E\uFF9F])|(?:[\u1100-\u115F\uA960-\uA97C\uAC00-\uD7A3][\u1160-\u11FF\uD7B0-\uD7FB]*|[\s\S])[\p{M}\uFF9E\uFF9F]*/guy;
/** Soft hyphens, zero-width spaces and joiners of words, and marks of direction. Not the joiners inside emoji. */
const INVISIBLE = /[\u00AD\u200B\u200E\u200F\u202A-\u202E\u2060\u2066-\u2069\uFEFF]/g;
const WIDTH_FORMS = /[\uFF01-\uFFEE]/g;
const UNSPACED_SCRIPT = /^[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\u3001-\u303F\u30FB\u30FC]/u;

function normalise(text: string): Normalised {
  const parts: string[] = [];
  const pieces: Piece[] = [];
  let length = 0;
  let gap: { start: number; end: number } | null = null;
  let afterUnspaced = false;
  const emit = (part: string, start: number, end: number, unchanged: boolean) => {
    const before = pieces.at(-1);
    if (unchanged && before?.unchanged && before.end === start) {
      before.end = end;
      before.length += part.length;
    } else pieces.push({ at: length, length: part.length, start, end, unchanged });
    parts.push(part);
    length += part.length;
  };
  UNIT.lastIndex = 0;
  for (let end = 0; end < text.length; ) {
    const index = end;
    const [unit] = UNIT.exec(text) as unknown as [string];
    end += unit.length;
    if (isGap(unit)) {
      if (unit.replace(INVISIBLE, "") !== "") gap = { start: index, end };
      continue;
    }
    const isPlain = isPlainAscii(unit);
    const folded = isPlain ? unit : unit.replace(WIDTH_FORMS, (form) => form.normalize("NFKC")).normalize("NFC");
    const unspaced = !isPlain && UNSPACED_SCRIPT.test(folded);
    if (gap && !unspaced && !afterUnspaced) emit(" ", gap.start, gap.end, text.slice(gap.start, gap.end) === " ");
    gap = null;
    emit(folded, index, end, isPlain || (unit.length === 1 && folded === unit));
    afterUnspaced = unspaced;
  }
  return { text: parts.join(""), pieces };
}

/** A character with marks ends with a mark, which is not ASCII. */
function isPlainAscii(unit: string): boolean {
  return unit.charCodeAt(0) < 0x7f && unit.charCodeAt(unit.length - 1) < 0x7f;
}

function isGap(unit: string): boolean {
  return /^[\s\u00AD\u200B\u200E\u200F\u202A-\u202E\u2060\u2066-\u2069\uFEFF]/.test(unit);
}
