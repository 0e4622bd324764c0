/** A range: UTF-16 offsets into the text as given. */
export interface TextSpan {
  start: number;
  end: number;
}

/** A text in another form that can map any stretch back to the original. */
export interface TextForm {
  text: string;
  pieces: Piece[];
}

/** A stretch of the new text and its origin. An unchanged stretch is one piece, however long. */
interface Piece {
  at: number;
  length: number;
  start: number;
  end: number;
  /** True if characters map one to one; otherwise the piece is one unit that must not be split. */
  unchanged: boolean;
}

/**
 * Removes changes that copying makes to words: applies Unicode NFC, unifies full-width and half-width forms, collapses whitespace
 * and line breaks to one space, and drops zero-width characters. Between Chinese or Japanese characters, where lines break
 * anywhere, whitespace is meaningless and is dropped.
 */
export function normalForm(text: string): TextForm {
  const form = openForm();
  let gap: TextSpan | null = null;
  let gapStart: number | null = null;
  let afterUnspaced = false;
  UNIT.lastIndex = 0;
  for (let end = 0; end < text.length; ) {
    const index = end;
    const [unit] = UNIT.exec(text) as unknown as [string];
    end += unit.length;
    if (isGap(unit)) {
      gapStart ??= index;
      if (gap || unit.replace(INVISIBLE, "") !== "") gap = { start: gapStart, end };
      continue;
    }
    gapStart = null;
    const isIdeographs = isPlainIdeograph(unit);
    const isPlain = isIdeographs || isPlainAscii(unit);
    const folded = isPlain ? unit : unit.replace(WIDTH_FORMS, (wide) => wide.normalize("NFKC")).normalize("NFC");
    const unspaced = isIdeographs || (!isPlain && UNSPACED_SCRIPT.test(folded));
    if (gap && !unspaced && !afterUnspaced) form.add(" ", gap.start, gap.end, text.slice(gap.start, gap.end) === " ");
    gap = null;
    form.add(folded, index, end, isPlain || (unit.length === 1 && folded === unit));
    afterUnspaced = unspaced;
  }
  return form.close();
}

export function openForm() {
  const parts: string[] = [];
  const pieces: Piece[] = [];
  let length = 0;
  return {
    add(part: string, start: number, end: number, unchanged: boolean): void {
      if (part === "") return;
      const before = pieces.at(-1);
      if (unchanged && before?.unchanged && before.end === start) {
        before.end = end;
        before.length += part.length;
      } else pieces.push({ at: length, length: part.length, start, end, unchanged });
      parts.push(part);
      length += part.length;
    },
    close: (): TextForm => ({ text: parts.join(""), pieces }),
  };
}

/** The original range of a stretch of a form; null where it would split a character: the `e` of `é` is not an `e`. */
export function spanInOriginal({ pieces }: TextForm, from: number, to: number): TextSpan | null {
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
 * One unit: whitespace and invisible characters, single-spaced words of unchanged ASCII, ideographs, or one character with
 * everything that composes with it (combining marks, half-width voicing marks of kana, vowels and finals of a Hangul syllable).
 * Normalizing unit by unit gives the same result as normalizing the whole and keeps each unit's origin. Runs are limited to 999
 * characters, because an unbounded pattern would run out of backtracking space.
 */
const UNIT =
  /[\s\u00AD\u200B\u200E\u200F\u202A-\u202E\u2060\u2066-\u2069\uFEFF]{1,999}|[\u0001-\u0008!-~]{1,999}(?: [\u0001-\u0008!-~]{1,99}){0,99}(?![\p{M}\uFF9E\uFF9F])|[\u4E00-\u9FFF]{1,999}(?![\p{M}\uFF9E\uFF9F])|(?:[\u1100-\u115F\uA960-\uA97C\uAC00-\uD7A3][\u1160-\u11FF\uD7B0-\uD7FB]{0,999}|[\s\S])[\p{M}\uFF9E\uFF9F]{0,999}/guy;
/** Soft hyphens, zero-width spaces, word joiners and direction marks, but not the joiners inside emoji. */
const INVISIBLE = /[\u00AD\u200B\u200E\u200F\u202A-\u202E\u2060\u2066-\u2069\uFEFF]/g;
const WIDTH_FORMS = /[\uFF01-\uFFEE]/g;
const UNSPACED_SCRIPT = /^[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\u3001-\u303F\u30FB\u30FC]/u;

/** A character with marks ends with a mark, which is not ASCII. */
function isPlainAscii(unit: string): boolean {
  return unit.charCodeAt(0) < 0x7f && unit.charCodeAt(unit.length - 1) < 0x7f;
}

/** Chinese characters survive copying unchanged and make up most Chinese text. */
function isPlainIdeograph(unit: string): boolean {
  const [first, last] = [unit.charCodeAt(0), unit.charCodeAt(unit.length - 1)];
  return first >= 0x4e00 && first <= 0x9fff && last >= 0x4e00 && last <= 0x9fff;
}

function isGap(unit: string): boolean {
  return /^[\s\u00AD\u200B\u200E\u200F\u202A-\u202E\u2060\u2066-\u2069\uFEFF]/.test(unit);
}
