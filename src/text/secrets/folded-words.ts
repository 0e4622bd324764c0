/** A word that wrapping split across lines. */
export interface FoldedWord {
  joined: string;
  /** The ranges of its parts in the text. */
  parts: { from: number; until: number }[];
  /** The offsets in `joined` at which the lines were broken. */
  folds: number[];
}

/** Length below which a word is not considered a key. */
const SHORTEST = 20;
const LONGEST_MARGIN = 40;
/** Lines that one key may span. Without a limit, a text with one word per line would take quadratic time. */
const MOST_PARTS = 200;

/** Finds words that continue on the next line, are long enough for a key, and mix letters and digits. */
export function* foldedWords(text: string): Generator<FoldedWord> {
  // Once as written, once as JSON would escape them.
  yield* wordsAcross(text, "\n");
  yield* wordsAcross(text, "\\n");
}

const LETTER = "[A-Za-z0-9_+/.-]";
/** The end of a line after its last letter: backslashes, as many as JSON nested in JSON produces, and a carriage return. */
const LINE_END = "[\\\\\\rr]{0,1023}(?:\\n|\\\\n)";
const MARGIN = "[ \\t>|#*+│]{0,40}";

/** Length below which the rest of a key is not searched for; enough of the key is on the line before. */
export const SHORTEST_REST = 14;

/** Finds texts in which a key may be broken so early that its first line does not reveal it: a long remainder that contains a digit. */
export const BROKEN_START = new RegExp(
  `(?:\\n|\\\\n)(?<=${LETTER}=?${LINE_END})(?=${MARGIN}[A-Za-z_+/.-]{0,40}\\d)(?=${MARGIN}${LETTER}{${SHORTEST_REST}})`,
);

function* wordsAcross(text: string, lineBreak: string): Generator<FoldedWord> {
  let parts: FoldedWord["parts"] = [];
  for (let at = text.indexOf(lineBreak); at !== -1; at = text.indexOf(lineBreak, at + lineBreak.length)) {
    const until = endBefore(text, at);
    if (until === 0 || !isOfKey(text.charCodeAt(until - 1))) continue;
    const from = startAfter(text, at + lineBreak.length);
    if (!isOfKey(text.charCodeAt(from))) continue;
    const last = parts.at(-1);
    const start = startOfWord(text, until, last?.from ?? 0);
    if (last && start === last.from && parts.length < MOST_PARTS) {
      last.until = until;
      parts.push({ from, until: endOfWord(text, from) });
    } else {
      if (isLikeKey(text, parts)) yield joinedWord(text, parts);
      parts = [
        { from: start, until },
        { from, until: endOfWord(text, from) },
      ];
    }
  }
  if (isLikeKey(text, parts)) yield joinedWord(text, parts);
}

/** The end of a line, excluding a carriage return (escaped or not) and a continuation mark. */
function endBefore(text: string, lineBreak: number): number {
  let end = withoutBackslashes(text, lineBreak);
  if (text.charCodeAt(end - 1) === CARRIAGE_RETURN) end--;
  else if (text.charCodeAt(end - 1) === LETTER_R && text.charCodeAt(end - 2) === BACKSLASH) end--;
  end = withoutBackslashes(text, end);
  return text.charCodeAt(end - 1) === EQUALS_SIGN ? end - 1 : end;
}

function withoutBackslashes(text: string, until: number): number {
  const least = Math.max(0, until - MOST_BACKSLASHES);
  let end = until;
  while (end > least && text.charCodeAt(end - 1) === BACKSLASH) end--;
  return end;
}

/** As many as ten levels of JSON nested in JSON produce. */
const MOST_BACKSLASHES = 1023;
const CARRIAGE_RETURN = 13;
const BACKSLASH = 92;
const LETTER_R = 114;
const EQUALS_SIGN = 61;

/** The start of the next line's content, after its margin: spaces, and the prefix of a quotation, diff or comment. */
function startAfter(text: string, lineStart: number): number {
  let start = lineStart;
  const most = start + LONGEST_MARGIN;
  while (start < most && isOfMargin(text.charCodeAt(start))) start++;
  return start;
}

function startOfWord(text: string, until: number, least: number): number {
  let start = until;
  while (start > least && isOfKey(text.charCodeAt(start - 1))) start--;
  // The letter after a backslash belongs to the escape, not to the word.
  return start < until && text.charCodeAt(start - 1) === BACKSLASH ? start + 1 : start;
}

function endOfWord(text: string, from: number): number {
  let end = from;
  while (end < text.length && isOfKey(text.charCodeAt(end))) end++;
  return end;
}

const OF_KEY = tableOf("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_-.+/=~!@$%^&*?:");
const OF_MARGIN = tableOf(" \t>|#*+│");

/** Builds a lookup table, which is much faster than a set. */
function tableOf(letters: string): Uint8Array {
  const table = new Uint8Array(65536);
  for (const letter of letters) table[letter.charCodeAt(0)] = 1;
  return table;
}

function isOfKey(code: number): boolean {
  return OF_KEY[code] === 1;
}

function isOfMargin(code: number): boolean {
  return OF_MARGIN[code] === 1;
}

function isLikeKey(text: string, parts: FoldedWord["parts"]): boolean {
  const length = parts.reduce((sum, { from, until }) => sum + until - from, 0);
  if (length < SHORTEST) return false;
  const has = (pattern: RegExp) => parts.some(({ from, until }) => pattern.test(text.slice(from, until)));
  return has(/\d/) && has(/[A-Za-z]/);
}

function joinedWord(text: string, parts: FoldedWord["parts"]): FoldedWord {
  const texts = parts.map(({ from, until }) => text.slice(from, until));
  let before = 0;
  const folds = texts.slice(0, -1).map(({ length }) => (before += length));
  return { joined: texts.join(""), parts, folds };
}
