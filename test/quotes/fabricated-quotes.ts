import { type Word, wordsOf } from "./naive-words.ts";
import { type CorpusQuote, stretchOf } from "./true-quotes.ts";

type Random = (below: number) => number;

/**
 * Invents false quotes of a text: changes one word, number or negation, cuts the edge of a word, reverses the order, or appends a
 * piece of another text. Some are true by accident; a second check has to remove them.
 */
export function fabricatedQuotes(text: string, other: string, random: Random): CorpusQuote[] {
  const words = wordsOf(text);
  const others = wordsOf(other);
  const made: [string, string | null][] = [];
  for (let round = 0; round < 4; round++) {
    const quote = stretchOf(text, words, random, 4);
    const foreign = stretchOf(other, others, random, 4);
    if (!quote || !foreign) continue;
    made.push(
      ["changed word", changedWord(quote, others, random)],
      ["changed number", changedNumber(quote, random)],
      ["negation put in", negationPutIn(quote, random)],
      ["negation left out", negationLeftOut(quote)],
      ["word left out", wordLeftOut(quote, random)],
      ["cut at the beginning", cutAtBeginning(quote)],
      ["cut at the end", cutAtEnd(quote)],
      ["order turned around", turnedAround(quote)],
      ["joined with another text", `${quote} ${foreign}`],
      ["ellipsis into another text", `${quote} … ${foreign}`],
      ["ellipsis backwards", backwards(text, words, random)],
      ["ellipsis too far", tooFar(text, words)],
    );
  }
  return made.flatMap(([kind, quote]) => (quote === null ? [] : [{ kind, quote, artefact: null }]));
}

function replaceWord(quote: string, { start, end }: Word, by: string): string {
  return quote.slice(0, start) + by + quote.slice(end);
}

function changedWord(quote: string, others: Word[], random: Random): string {
  const words = wordsOf(quote);
  return replaceWord(quote, words[random(words.length)]!, others[random(others.length)]!.text);
}

function changedNumber(quote: string, random: Random): string | null {
  const digits = [...quote.matchAll(/\d/g)];
  if (digits.length === 0) return null;
  const digit = digits[random(digits.length)]!;
  return quote.slice(0, digit.index) + String((Number(digit[0]) + 1 + random(8)) % 10) + quote.slice(digit.index + 1);
}

function negationPutIn(quote: string, random: Random): string {
  const words = wordsOf(quote);
  const { start } = words[1 + random(words.length - 1)]!;
  const negation = /\p{Script=Han}/u.test(quote) ? "不" : "not ";
  return quote.slice(0, start) + negation + quote.slice(start);
}

function negationLeftOut(quote: string): string | null {
  const without = quote.replace(/(?<=\S\s)(?:not|no|never|cannot|nicht|pas)\s(?=\S)|n't\b|(?<=.)[不没未](?=.)/u, "");
  return without === quote ? null : without;
}

function wordLeftOut(quote: string, random: Random): string {
  const words = wordsOf(quote);
  return replaceWord(quote, words[1 + random(words.length - 2)]!, "").replace(/ {2}/g, " ");
}

const LATIN = /^[\p{Script=Latin}\p{N}]{4,}$/u;

function cutAtBeginning(quote: string): string | null {
  const [first] = wordsOf(quote);
  return first && first.start === 0 && LATIN.test(first.text) ? quote.slice(2) : null;
}

function cutAtEnd(quote: string): string | null {
  const last = wordsOf(quote).at(-1);
  return last && last.end === quote.length && LATIN.test(last.text) ? quote.slice(0, -2) : null;
}

function turnedAround(quote: string): string {
  const words = wordsOf(quote);
  const middle = words[words.length >> 1]!.start;
  return `${quote.slice(middle)} ${quote.slice(0, middle).trim()}`;
}

function backwards(text: string, words: Word[], random: Random): string | null {
  if (words.length < 20) return null;
  const first = random(words.length - 16);
  const later = first + 8;
  return `${text.slice(words[later]!.start, words[later + 3]!.end)} … ${text.slice(words[first]!.start, words[first + 3]!.end)}`;
}

function tooFar(text: string, words: Word[]): string | null {
  const last = words.length - 4;
  const first = words.findIndex((word) => (words[last]?.start ?? 0) - word.end < 1600) - 3;
  if (first < 0 || last < 0) return null;
  return `${text.slice(words[first]!.start, words[first + 3]!.end)} … ${text.slice(words[last]!.start, words[last + 3]!.end)}`;
}
