import { foldMarks } from "./fold-marks.ts";
import { type FoldOptions, foldMarkup } from "./fold-markup.ts";
import { spanInOriginal, type TextForm } from "./quote-normal-form.ts";

/** Changes that copying makes without changing words, by name. */
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

/** A text with copying artefacts folded away, and a record of each folding. */
export interface FoldedText extends TextForm {
  folded: Folding[];
}

export interface Folding {
  artefact: CopyingArtefact;
  start: number;
  end: number;
  /** The original characters; artefacts shared by quote and text do not count. */
  was: string;
}

/**
 * Folds away changes made by editors, PDF readers, web pages and careful writers: first the notation around characters (HTML
 * entities, JSON escapes, Markdown marks), then the characters themselves (quotation marks, dashes, ligatures, Kangxi radicals).
 * Never touches a word, number or negation: the dash of -5 stays, and 6' does not become 6".
 */
export function foldArtefacts(text: string, options: FoldOptions) {
  const markup = foldMarkup(text, options);
  const marks = foldMarks(markup.text);
  const folded = marks.folded.map((folding) => ({
    ...folding,
    ...spanInOriginal(markup, folding.start, folding.end)!,
  }));
  return {
    text: marks.text,
    folded: [...markup.folded, ...folded].sort((first, second) => first.start - second.start),
    /** The original range of a folded stretch; null where it would split characters folded together. */
    placeOf(from: number, to: number) {
      const place = spanInOriginal(marks, from, to);
      return place && spanInOriginal(markup, place.start, place.end);
    },
  };
}
