import { type FoldedWord, foldedWords } from "./folded-words.ts";
import { ANY_KEY, ANY_KEY_OF_KNOWN_LENGTH, KEY_OF_BOT, START_OF_KEY, START_WITHOUT_SEPARATOR } from "./known-keys.ts";
import type { Range } from "./redacted.ts";

/** Finds keys that wrapping split across lines, in order: values of keys in use, and keys of known kinds. */
export function foldedKeys(text: string, values: RegExp | null): Range[] {
  return [...foldedWords(text)]
    .flatMap((word) =>
      brokenKeys(word, text, values).map(({ from, until }) => ({
        from: placeOf(from, word),
        until: placeOf(until - 1, word) + 1,
      })),
    )
    .sort((a, b) => a.from - b.from || b.until - a.until);
}

/** Ranges within the joined word. Keys within one line are found elsewhere. */
function brokenKeys(word: FoldedWord, text: string, values: RegExp | null): Range[] {
  if (!MAY_HOLD_KEY.test(word.joined) && (values === null || word.joined.search(values) === -1)) return [];
  const inUse = values === null ? [] : [...word.joined.matchAll(values)].map(rangeOf);
  const certain = [...inUse, ...keysIn(word, KEY_OF_KNOWN_LENGTH, KEY_OF_KNOWN_LENGTH_HERE)];
  const likely = keysIn(word, KNOWN_KEY, KNOWN_KEY_HERE).map((range) => withoutNextLine(range, word, text));
  return [...certain, ...likely].filter(({ from, until }) => word.folds.some((fold) => from < fold && fold < until));
}

/** Keys that begin where a word does: in the middle of a line, or at the start of the next, where the word before may be unrelated. */
function keysIn({ joined, folds }: FoldedWord, anywhere: RegExp, here: RegExp): Range[] {
  const atFolds = folds.flatMap((fold) => {
    here.lastIndex = fold;
    const found = here.exec(joined);
    return found ? [rangeOf(found)] : [];
  });
  return [...[...joined.matchAll(anywhere)].map(rangeOf), ...atFolds];
}

function rangeOf({ index, 0: { length } }: { index: number; 0: string }): Range {
  return { from: index, until: index + length };
}

const MAY_HOLD_KEY = new RegExp(
  [START_OF_KEY, START_WITHOUT_SEPARATOR, KEY_OF_BOT].map(({ source }) => source).join("|"),
);
const KNOWN_KEY = new RegExp(`(?<![A-Za-z0-9])(?:${ANY_KEY})`, "g");
const KNOWN_KEY_HERE = new RegExp(ANY_KEY, "y");
const WHOLE_KEY = new RegExp(`^(?:${ANY_KEY})$`);
const KEY_OF_KNOWN_LENGTH = new RegExp(`(?<![A-Za-z0-9])(?:${ANY_KEY_OF_KNOWN_LENGTH})`, "g");
const KEY_OF_KNOWN_LENGTH_HERE = new RegExp(ANY_KEY_OF_KNOWN_LENGTH, "y");

/**
 * Extends a key of variable length that is complete at the end of its line into the next only if that line begins neither like
 * text nor like another key.
 */
function withoutNextLine({ from, until }: Range, word: FoldedWord, text: string): Range {
  const inside = word.folds.filter((fold) => from < fold && fold < until);
  let isComplete = false;
  for (const [number, fold] of inside.entries()) {
    isComplete ||= WHOLE_KEY.test(word.joined.slice(from, fold));
    if (!isComplete) continue;
    const end = inside[number + 1] ?? until;
    const next = word.joined.slice(fold, end);
    const after = placeOf(end - 1, word) + 1;
    const isOfText = !looksRandom(next) || /^(?:=(?!\s)|\.(?=\S)|[:(])/.test(text.slice(after, after + 2));
    KNOWN_KEY_HERE.lastIndex = fold;
    if (isOfText || KNOWN_KEY_HERE.test(word.joined)) return { from, until: fold };
  }
  return { from, until };
}

function looksRandom(text: string): boolean {
  return /\d.*[A-Za-z]|[A-Za-z].*\d|\d{4}|[a-z][A-Z]/.test(text) || text.length >= 20;
}

/** The offset in the text of a letter of the joined word. */
function placeOf(index: number, { parts }: FoldedWord): number {
  let before = 0;
  for (const { from, until } of parts) {
    if (index < before + until - from) return from + index - before;
    before += until - from;
  }
  return parts.at(-1)!.until;
}
