import type { CopyingArtefact } from "./quote-artefacts.ts";
import { cutsWord, nextWordStart } from "./quote-edges.ts";
import { type Fold, type SearchForm, searchForm, type WantedQuote } from "./quote-forms.ts";
import type { TextSpan } from "./quote-normal-form.ts";
import { firstChain, type Occurrence } from "./quote-parts.ts";
import { eachOccurrence } from "./quote-search.ts";

/** The position of a quote: UTF-16 offsets into one of the given texts, so `text.slice(start, end)` shows it. */
export interface QuoteMatch extends TextSpan {
  /** Index of the text, from 0. */
  text: number;
  /** Changes made by copying; empty for a quote that differs only in spacing. */
  artefacts: CopyingArtefact[];
}

/** Texts prepared for looking up many quotes. A quote never spans two texts. */
export interface QuoteSource {
  /** The first verbatim occurrence or, failing that, the first with copying artefacts; or null. */
  find(quote: string): QuoteMatch | null;
  /** Allows differences only in spacing, width and composition of characters. */
  findVerbatim(quote: string): QuoteMatch | null;
  /** Allows copying artefacts. */
  findCopied(quote: string): QuoteMatch | null;
  /** Finds the parts of a quote with ellipses: all in one text, in order, at most `reach` characters apart. */
  findParts(parts: string[], reach: number): QuoteMatch | null;
}

export interface QuoteSourceOptions {
  /** Ignore case, and report the difference as an artefact. */
  ignoreCase?: boolean;
  /** Also accept matches that begin or end inside a word. */
  insideWords?: boolean;
}

/**
 * Looks up a quote in a text. Both are compared after removing changes that copying makes without changing the meaning: first
 * in normal form, then with copying artefacts folded away. Every word and number must be the same, and a quote begins and
 * ends at word boundaries. An empty quote is never found.
 *
 * @example findQuote("full refund", "A full\n  refund is due.") // { text: 0, start: 2, end: 15, artefacts: [] }
 */
export function findQuote(quote: string, text: string, options: QuoteSourceOptions = {}): QuoteMatch | null {
  return openQuoteSource([text], options).find(quote);
}

export function openQuoteSource(texts: readonly string[], options: QuoteSourceOptions = {}): QuoteSource {
  const { ignoreCase = false, insideWords = false } = options;
  const joined = joinTexts(texts);
  const made: SearchForm[] = [];
  const formOf = (level: number): SearchForm =>
    (made[level] ??= searchForm(joined.text, FOLDS[level]!, ignoreCase, level > 0 ? formOf(level - 1) : undefined));

  function toMatch({ from, to }: Occurrence, form: SearchForm, wanted: WantedQuote[]): QuoteMatch | null {
    const place = form.placeOf(from, to);
    const inText = place && joined.placeInText(place);
    if (!place || !inText) return null;
    const artefacts = form.differences(place, wanted);
    const hasOtherCase = wanted.length === 1 && form.exact.slice(from, to) !== wanted[0]!.exact;
    return { ...inText, artefacts: hasOtherCase ? ["letter_case", ...artefacts] : artefacts };
  }

  function findIn(form: SearchForm, quote: string): QuoteMatch | null {
    const wanted = form.wanted(quote);
    if (wanted.text === "") return null;
    let match: QuoteMatch | null = null;
    eachOccurrence(form.text, wanted.text, (from) => {
      const to = from + wanted.text.length;
      if (insideWords || !cutsWord(form.text, from, to)) match = toMatch({ from, to }, form, [wanted]);
      if (match) return "found";
      return insideWords ? from + 1 : nextWordStart(form.text, from + 1);
    });
    return match;
  }

  function findPartsIn(form: SearchForm, parts: string[], reach: number): QuoteMatch | null {
    const wanted = parts.map(form.wanted);
    if (wanted.length === 0 || wanted.some(({ text }) => text === "")) return null;
    const chain = firstChain(
      wanted.map(({ text }) => occurrencesOf(form.text, text)),
      (before, after) => after - before <= reach && !form.text.slice(before, after).includes(SEPARATOR),
    );
    return chain && toMatch(chain, form, wanted);
  }

  /** Avoids folding the text, which is slow: an invented quote usually has a word that occurs nowhere. */
  function mayBeCopied(quote: string): boolean {
    const { text, wanted } = formOf(0);
    if (/[\\&]/.test(quote) || LIGATURES.test(joined.text)) return true;
    const words = wanted(quote).text.match(/[a-zA-Z0-9]{3,40}/g) ?? [];
    return words.slice(0, MOST_WORDS).every((word) => text.includes(word));
  }

  function firstCopied(quotes: string[], find: (form: SearchForm) => QuoteMatch | null): QuoteMatch | null {
    if (!quotes.every(mayBeCopied)) return null;
    return find(formOf(1)) ?? find(formOf(2));
  }

  const findVerbatim = (quote: string) => findIn(formOf(0), quote);
  const findCopied = (quote: string) => firstCopied([quote], (form) => findIn(form, quote));
  return {
    find: (quote) => findVerbatim(quote) ?? findCopied(quote),
    findVerbatim,
    findCopied,
    findParts(parts, reach) {
      const find = (form: SearchForm) => findPartsIn(form, parts, reach);
      return find(formOf(0)) ?? firstCopied(parts, find);
    },
  };
}

const MOST_WORDS = 50;
const LIGATURES = /[\uFB00-\uFB06]/;

/**
 * Each entry folds more than the last. The second finds quotes that kept half of a pair of Markdown marks, the third those that
 * dropped some.
 */
const FOLDS: readonly Fold[] = [null, { markdown: false }, { markdown: true }];
/** A character that never occurs in text for people. A match across two texts is rejected nonetheless. */
const SEPARATOR = "\u0001";
/** Limit on the places tried per part: a word that is everywhere says nothing. */
const MOST_OCCURRENCES = 10_000;

function occurrencesOf(text: string, wanted: string): Occurrence[] {
  const found: Occurrence[] = [];
  eachOccurrence(text, wanted, (from) => {
    const to = from + wanted.length;
    if (!cutsWord(text, from, to)) found.push({ from, to });
    return found.length === MOST_OCCURRENCES ? "found" : nextWordStart(text, from + 1);
  });
  return found;
}

interface JoinedTexts {
  text: string;
  /** Null if the place spans more than one text. */
  placeInText(place: TextSpan): (TextSpan & { text: number }) | null;
}

function joinTexts(texts: readonly string[]): JoinedTexts {
  const starts: number[] = [];
  let next = 0;
  for (const text of texts) {
    starts.push(next);
    next += text.length + SEPARATOR.length;
  }
  return {
    text: texts.join(SEPARATOR),
    placeInText({ start, end }) {
      let low = 0;
      let high = starts.length - 1;
      while (low < high) {
        const middle = (low + high + 1) >> 1;
        if (starts[middle]! <= start) low = middle;
        else high = middle - 1;
      }
      const begin = starts[low]!;
      return end > begin + texts[low]!.length ? null : { text: low, start: start - begin, end: end - begin };
    },
  };
}
