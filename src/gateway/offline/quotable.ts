/** The first part of a text that can be quoted and found again, in whole words; null when there is none. */
export function quotable(text: string): string | null {
  const stretch = STRETCH.exec(text);
  if (!stretch) return null;
  const start = stretch.index + stretch[0].search(/\S/);
  const quote = wholeWords(text, start, stretch.index + Math.min(stretch[0].length, LONGEST));
  return quote === "" ? null : quote;
}

/** Extends a range of a text to whole words and numbers. */
export function wholeWords(text: string, start: number, end: number): string {
  let from = start;
  let to = end;
  while (from > 0 && from > start - LONGEST && isInside(text, from)) from--;
  while (to < text.length && to < end + LONGEST && isInside(text, to)) to++;
  return text.slice(from, to).trim();
}

const LONGEST = 80;
/** Without quotation marks, and not after a backslash, which starts an escape. */
const STRETCH = /(?<!\\)[^"“”„«»`\n\\\s][^"“”„«»`\n\\]{2,}/;
/** Letters, digits and their connectors. Chinese and Japanese have no spaces, and can be cut anywhere. */
const INNER = /^(?!\p{Script=Han}|\p{Script=Hiragana}|\p{Script=Katakana})[\p{L}\p{M}\p{N}_'’.,:/-]/u;

function isInside(text: string, at: number): boolean {
  return INNER.test(text[at - 1] ?? "") && INNER.test(text[at] ?? "");
}
