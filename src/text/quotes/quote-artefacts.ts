import { foldMarks } from "./fold-marks.ts";
import { type FoldOptions, foldMarkup } from "./fold-markup.ts";
import { placeInOriginal, type TextForm } from "./quote-normal-form.ts";

/** What copying does to words without changing them, by name. */
const COPYING_ARTEFACTS = [
  "letter_case",
  "quotation_marks",
  "markdown",
  "dashes",
  "ellipsis_character",
  "ligatures",
  "kangxi_forms",
  "html_entities",
  "escapes",
] as const;
export type CopyingArtefact = (typeof COPYING_ARTEFACTS)[number];

/** A text with artefacts folded away, and what was folded where. */
export interface FoldedText extends TextForm {
  folded: Folding[];
}

export interface Folding {
  artefact: CopyingArtefact;
  start: number;
  end: number;
  /** What was there, so that the same in quote and text is no artefact. */
  was: string;
}

/**
 * Folds away what editors, PDF readers, web pages and careful writers change: first what is written around characters (HTML entities, JSON
 * escapes, the marks of Markdown), then the characters themselves (quotation marks, dashes, ligatures, Kangxi radicals). No word,
 * number or negation is among it: the dash of -5 keeps its place, 6' does not become 6".
 */
export function foldArtefacts(text: string, options: FoldOptions) {
  const markup = foldMarkup(text, options);
  const marks = foldMarks(markup.text);
  const folded = marks.folded.map((folding) => ({
    ...folding,
    ...placeInOriginal(markup, folding.start, folding.end)!,
  }));
  return {
    text: marks.text,
    folded: [...markup.folded, ...folded].sort((first, second) => first.start - second.start),
    /** Where a stretch of the folded text stood; null where it would cut what was folded as one. */
    placeOf(from: number, to: number) {
      const place = placeInOriginal(marks, from, to);
      return place && placeInOriginal(markup, place.start, place.end);
    },
  };
}
