import { escapeForPattern } from "../index.ts";
import type { DistinctName } from "./subject-names.ts";

/** Where a name is in a text, UTF-16 offsets. */
export interface NameSpan {
  start: number;
  end: number;
}

/**
 * What people, programs and Markdown put between the parts of a name: spaces, hyphens of all lengths, underscores, slashes, dots,
 * emphasis, what nobody sees, and the same as JSON, URLs and HTML escape it. A dot or colon before a space ends a sentence.
 */
const BETWEEN =
  "(?:[-_/+~@|*·\\s\\u00ad\\u200b-\\u200f\\u2010-\\u2015\\u2043\\u2060\\u2212\\ufeff]|[.:](?!\\s)|\\\\u[0-9a-fA-F]{4}|\\\\[nt/]|%(?:2[0DdFf]|3[Aa])|&(?:nbsp|shy|#\\d{2,4}|#x[0-9a-fA-F]{2,4});){0,3}";

/** Letters of scripts that are written without spaces between words: 我是GPT-4o。 */
const UNSPACED = "\\p{Script=Han}\\p{Script=Hiragana}\\p{Script=Katakana}\\p{Script=Hangul}\\p{Script=Thai}";
/** The name ends here: no letter goes on with it, but for a next word in camel case (`gpt4oMiniClient`). */
const END = `(?:(?![\\p{L}\\p{N}])|(?=[${UNSPACED}])|(?<=[\\p{Ll}\\p{N}])(?=\\p{Lu}\\p{Ll}))`;
/** Of a name that ends with a number: 4.1 is not 4. */
const END_OF_NUMBER = `(?!\\.\\p{N})${END}`;
/** When, how and in which edition the model is served: it goes with the name. */
const APPENDED =
  "(?:[-_@:](?:\\d{4}-?\\d{2}-?\\d{2}|\\d{4}|latest|preview|free|beta|exp|instruct|chat)(?![\\p{L}\\p{N}]))*";

/** Finds every spelling of distinct names; null when there are none. */
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

/** Finds words one after another; the words and what is between them are groups of their own, in turn. */
export function wordsPattern(words: readonly string[]): RegExp {
  const last = words.at(-1) ?? "";
  const groups = words.map((word) => `(${exactly(word)})`);
  return new RegExp(`${groups.join(`(${BETWEEN})`)}${isNumber(last.at(-1) ?? "") ? END_OF_NUMBER : END}`, "gu");
}

/** Whether a name can begin at a place: no word goes on into it, unless it begins a next word in camel case or follows an escape. */
export function beginsAt(text: string, at: number): boolean {
  const before = text.slice(Math.max(0, at - 6), at);
  if (!/[\p{L}\p{N}]$/u.test(before)) return true;
  if (BEFORE_UNSPACED.test(before)) return true;
  if (/[\p{Ll}\p{N}]$/u.test(before) && /^\p{Lu}/u.test(text.slice(at, at + 2))) return true;
  return /(?:\\[nrtbf]|\\u[0-9a-fA-F]{4}|%[0-9a-fA-F]{2})$/.test(before);
}

const BEFORE_UNSPACED = new RegExp(`[${UNSPACED}]$`, "u");

/** A pattern for a name as it is, in any case, with an end after it; for names of ordinary letters. */
export function exactly(name: string): string {
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
