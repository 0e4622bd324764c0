/**
 * True where a stretch begins or ends inside a word or number: "costs 125" in "costs 1250", "able to comply" in "unable to
 * comply", "you can" in "you can't". Chinese, Japanese, Korean and other scripts without spaces may be cut between any two
 * characters.
 */
export function cutsWord(text: string, from: number, to: number): boolean {
  return beginsInside(text, from) || endsInside(text, to);
}

/** The first position from `at` on where a word can begin. */
export function nextWordStart(text: string, at: number): number {
  let position = at;
  while (position < text.length && isWord(text, position) && isWordBefore(text, position)) position++;
  return position;
}

function beginsInside(text: string, from: number): boolean {
  if (from === 0 || !isWord(text, from)) return false;
  if (isWordBefore(text, from)) return true;
  const before = text[from - 1]!;
  if (isDigit(text, from)) {
    // 12.5, 10:30, 3/4: the text after the mark is part of the number. So is a sign, and the end of 3-5.
    if (/[.,:/]/.test(before)) return isDigit(text, from - 2) || (before === "." && !isWordBefore(text, from - 1));
    if (DASH.test(before)) return isDigit(text, from - 2) || !isWordBefore(text, from - 1);
    return false;
  }
  const head = text.slice(Math.max(0, from - LONGEST_PREFIX), from);
  if (APOSTROPHE.test(before)) return isWordBefore(text, from - 1) && !isElision(head, text, from);
  return DASH.test(before) && NEGATING_PREFIX.test(head);
}

function endsInside(text: string, to: number): boolean {
  if (to >= text.length || !isWordBefore(text, to)) return false;
  if (isWord(text, to)) return true;
  const after = text[to]!;
  if (isDigit(text, to - 1)) return (/[.,:/]/.test(after) || DASH.test(after)) && isDigit(text, to + 1);
  // "the model" is a whole word of "the model's"; "can" is not one of "can't".
  return APOSTROPHE.test(after) && isWord(text, to + 1) && !/^['’]s(?![\p{L}\p{N}_])/u.test(text.slice(to, to + 4));
}

const DASH = /[-\u2010-\u2015\u2212]/;
const APOSTROPHE = /['’]/;
/** Prefixes whose omission turns the word into its opposite. */
const NEGATING_PREFIX = /(?<![\p{L}\p{N}])(?:non|un|anti|not|no|never|dis|mis|nicht)[-\u2010-\u2015]$/iu;
/** Elided articles of French and Italian: the word of "l'homme" is "homme". Excludes "n'est", which negates. */
const ELISION = /(?<![\p{L}\p{N}])(?:[ldjmtsc]|qu|un|dell|all|nell|sull|quest)['’]$/iu;
const LONGEST_PREFIX = 8;

function isElision(head: string, text: string, from: number): boolean {
  return ELISION.test(head) && isWord(text, from + 1);
}

/** Letters, digits, marks and `_`, except in scripts that are cut between characters. */
const WORD =
  /^(?![\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}\u30FC])[\p{L}\p{N}\p{M}_]/u;

function isWord(text: string, at: number): boolean {
  const code = text.charCodeAt(at);
  return code < 0x80 ? isAsciiWord(code) : WORD.test(String.fromCodePoint(text.codePointAt(at) ?? 0));
}

function isWordBefore(text: string, at: number): boolean {
  const code = text.charCodeAt(at - 1);
  if (code < 0x80) return isAsciiWord(code);
  const isSecondHalf = code >= 0xdc00 && code <= 0xdfff && at > 1;
  return at > 0 && isWord(text, isSecondHalf ? at - 2 : at - 1);
}

function isAsciiWord(code: number): boolean {
  return (code >= 97 && code <= 122) || (code >= 65 && code <= 90) || (code >= 48 && code <= 57) || code === 95;
}

function isDigit(text: string, at: number): boolean {
  const code = text.charCodeAt(at);
  return code < 0x80 ? code >= 48 && code <= 57 : /\p{Nd}/u.test(text[at] ?? "");
}
