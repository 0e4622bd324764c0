import { escapeForPattern } from "../index.ts";
import type { DistinctName } from "./subject-names.ts";

/** The range of a name in a text, as UTF-16 offsets. */
export interface NameSpan {
  start: number;
  end: number;
}

/**
 * Separators that people, programs and Markdown put between the parts of a name: spaces, hyphens of all lengths, underscores,
 * slashes, dots, emphasis, invisible characters, and their escapes in JSON, URLs and HTML. A dot or colon before a space ends a
 * sentence.
 */
const BETWEEN =
  "(?:[-_/+~@|*·\\s\\u00ad\\u200b-\\u200f\\u2010-\\u2015\\u2043\\u2060\\u2212\\ufeff]|[.:](?!\\s)|\\\\u[0-9a-fA-F]{4}|\\\\[nt/]|%(?:2[0DdFf]|3[Aa])|&(?:nbsp|shy|#\\d{2,4}|#x[0-9a-fA-F]{2,4});){0,3}";

/** Letters of scripts that are written without spaces between words: 我是GPT-4o。 */
const UNSPACED = "\\p{Script=Han}\\p{Script=Hiragana}\\p{Script=Katakana}\\p{Script=Hangul}\\p{Script=Thai}";
/** The end of a name: not followed by a letter, except for a next word in camel case (`gpt4oMiniClient`). */
const END = `(?:(?![\\p{L}\\p{N}])|(?=[${UNSPACED}])|(?<=[\\p{Ll}\\p{N}])(?=\\p{Lu}\\p{Ll}))`;
/** The end of a name that ends with a number: 4.1 is not 4. */
const END_OF_NUMBER = `(?!\\.\\p{N})${END}`;
/** Version suffixes that are removed with the name: date, edition or serving mode. */
const APPENDED =
  "(?:[-_@:](?:\\d{4}-?\\d{2}-?\\d{2}|\\d{4}|latest|preview|free|beta|exp|instruct|chat)(?![\\p{L}\\p{N}]))*";

/** Matches every spelling of distinct names; null when there are none. */
export function spellingPattern(names: readonly DistinctName[]): RegExp | null {
  if (names.length === 0) return null;
  const longestFirst = names.toSorted((a, b) => b.key.length - a.key.length || (a.key < b.key ? -1 : 1));
  const alternatives = longestFirst.map(({ key, versionApart }) => {
    const characters = [...key];
    const spelled = characters.map((character, at) => {
      const apart = versionApart && at > 0 && isNumber(character) && isNumber(characters[at - 1]!);
      return `${at === 0 ? "" : apart ? "[.\\-_]" : BETWEEN}${eitherCase(character)}`;
    });
    return `${spelled.join("")}${isNumber(characters.at(-1)!) ? END_OF_NUMBER : END}`;
  });
  return new RegExp(`(?:${alternatives.join("|")})${APPENDED}`, "gu");
}

/** Matches consecutive words; the words and their separators are groups, in turn. */
export function wordsPattern(words: readonly string[]): RegExp {
  const last = words.at(-1) ?? "";
  const groups = words.map((word) => `(${exactPattern(word)})`);
  return new RegExp(`${groups.join(`(${BETWEEN})`)}${isNumber(last.at(-1) ?? "") ? END_OF_NUMBER : END}`, "gu");
}

/** True if a name can begin at an offset: not in the middle of a word, except for a next word in camel case or after an escape. */
export function canBeginAt(text: string, at: number): boolean {
  const before = text.slice(Math.max(0, at - 6), at);
  if (!/[\p{L}\p{N}]$/u.test(before)) return true;
  if (BEFORE_UNSPACED.test(before)) return true;
  if (/[\p{Ll}\p{N}]$/u.test(before) && /^\p{Lu}/u.test(text.slice(at, at + 2))) return true;
  return /(?:\\[nrtbf]|\\u[0-9a-fA-F]{4}|%[0-9a-fA-F]{2})$/.test(before);
}

const BEFORE_UNSPACED = new RegExp(`[${UNSPACED}]$`, "u");

/** A pattern for a name of ordinary letters in any case, followed by an end. */
export function exactPattern(name: string): string {
  return [...name].map((character) => (/\s/.test(character) ? "\\s+" : eitherCase(character))).join("");
}

export { END as END_OF_NAME };

function eitherCase(character: string): string {
  const [small, large] = [character.toLowerCase(), character.toUpperCase()];
  if (small === large || [...large].length > 1) return escapeForPattern(character);
  return `[${small}${large}]`;
}

function isNumber(character: string): boolean {
  return /\p{N}/u.test(character);
}
