/**
 * Finds Markdown marks that a reader does not see: pairs of `*`, `**`, `_`, `__` around words and of backticks around code,
 * as start offset → end offset of each mark. Marks between two letters or digits (2*3*4, snake_case) or between spaces do not
 * count. Strikethrough is left alone: without its marks the text says the opposite.
 *
 * @param isCut the text is a piece of a longer one, so the other half of a pair may be missing
 */
export function markdownMarks(text: string, isCut = false): Map<number, number> {
  const marks = new Map<number, number>();
  const open = new Map<string, number>();
  for (const match of text.matchAll(RUNS)) {
    const [run] = match;
    const { index } = match;
    const end = index + run.length;
    if (run[0] === "\n" || run === "\u0001") open.clear();
    else if (run.length <= 3) {
      const start = open.get(run);
      if (start !== undefined && mayClose(text, index, end)) {
        marks.set(start, start + run.length).set(index, end);
        open.delete(run);
      } else if (mayOpen(text, index, end)) open.set(run, index);
      if (isCut && (mayOpen(text, index, end) || mayClose(text, index, end))) marks.set(index, end);
    }
  }
  return marks;
}

/** A pair does not span an empty line or two texts. Longer runs are rules or code fences. */
const RUNS = /\u0001|\n[ \t\r]{0,80}\n|\*+|_+|`+/g;
/** Marks may touch: **`code`**. The characters around all of them decide. */
const MOST_TOUCHING = 8;

function mayOpen(text: string, start: number, end: number): boolean {
  return !joins(text[before(text, start)]) && !isSpace(text[after(text, end)]);
}

function mayClose(text: string, start: number, end: number): boolean {
  return !joins(text[after(text, end)]) && !isSpace(text[before(text, start)]);
}

function before(text: string, start: number): number {
  let at = start - 1;
  while (at > start - MOST_TOUCHING && /[*_`]/.test(text[at] ?? "")) at--;
  return at;
}

function after(text: string, end: number): number {
  let at = end;
  while (at < end + MOST_TOUCHING && /[*_`]/.test(text[at] ?? "")) at++;
  return at;
}

/** True for a letter or digit next to which a mark is inside a word. Chinese and Japanese put no spaces around words. */
function joins(character: string | undefined): boolean {
  if (character === undefined) return false;
  if (character < "\u0080") return /\w/.test(character);
  return /^(?![\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Thai}])[\p{L}\p{N}\p{M}]/u.test(
    character,
  );
}

function isSpace(character: string | undefined): boolean {
  return character === undefined || /\s/.test(character);
}
