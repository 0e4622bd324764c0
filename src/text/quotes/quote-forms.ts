import { type CopyingArtefact, type Folding, foldArtefacts } from "./quote-artefacts.ts";
import { normalForm, spanInOriginal, type TextForm, type TextSpan } from "./quote-normal-form.ts";

/** Copying artefacts to fold away before searching; null for none. */
export type Fold = { markdown: boolean } | null;

/** A text in searchable form, and a way to convert a quote to the same form. */
export interface SearchForm {
  /** The original with its artefacts folded away. */
  folded: string;
  normal: TextForm;
  text: string;
  /** The folded original with its capitals kept. */
  exact: string;
  /** The original range of a stretch of `text`; null where it would split a character. */
  placeOf(from: number, to: number): TextSpan | null;
  wanted(quote: string): WantedQuote;
  /** The artefacts by which a quote differs from its place in the original. */
  differences(place: TextSpan, quotes: WantedQuote[]): CopyingArtefact[];
}

export interface WantedQuote {
  text: string;
  exact: string;
  folded: Folding[];
}

/** @param before a form of the same text with less folded, reused where folding more changes nothing */
export function searchForm(original: string, fold: Fold, ignoreCase: boolean, before?: SearchForm): SearchForm {
  const inCase = (text: string) => (ignoreCase ? smallLetters(text) : text);
  const folding = fold && foldArtefacts(original, { ...fold, isQuote: false });
  const isSame = before !== undefined && folding?.text === before.folded;
  const normal = isSame ? before.normal : normalForm(folding ? folding.text : original);
  return {
    folded: folding ? folding.text : original,
    normal,
    text: isSame ? before.text : inCase(normal.text),
    exact: normal.text,
    placeOf(from, to) {
      const place = spanInOriginal(normal, from, to);
      return folding && place ? folding.placeOf(place.start, place.end) : place;
    },
    wanted(quote) {
      const own = fold && foldArtefacts(quote, { ...fold, isQuote: true });
      const exact = normalForm(own ? own.text : quote).text.trimStart();
      return { text: inCase(exact), exact, folded: own?.folded ?? [] };
    },
    differences(place, quotes) {
      const inPlace = folding ? foldingsIn(folding.folded, place) : [];
      const inQuotes = quotes.flatMap(({ folded }) => folded);
      const kinds = new Set([...inPlace, ...inQuotes].map(({ artefact }) => artefact));
      return [...kinds].filter((kind) => written(inPlace, kind) !== written(inQuotes, kind)).sort();
    },
  };
}

/** Lower-cases without changing the length, so that offsets hold: only İ has a two-letter lower case. */
function smallLetters(text: string): string {
  return (text.includes("İ") ? text.replaceAll("İ", "i") : text).toLowerCase();
}

function written(foldings: Folding[], kind: CopyingArtefact): string {
  return foldings.flatMap(({ artefact, was }) => (artefact === kind ? [was] : [])).join("\n");
}

function foldingsIn(folded: Folding[], { start, end }: TextSpan): Folding[] {
  let low = 0;
  let high = folded.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (folded[middle]!.start < start) low = middle + 1;
    else high = middle;
  }
  let last = low;
  while (last < folded.length && folded[last]!.end <= end) last++;
  return folded.slice(low, last);
}
