import type { EvidencePlace } from "../../../records/index.ts";
import { type CopyingArtefact, openQuoteSource, type QuoteSource } from "../../../text/index.ts";

/** A snippet found in model_output, with its place there (UTF-16 offsets). */
export interface VerifiedEvidence {
  quote: string;
  place: Extract<EvidencePlace, "answer">;
  start: number;
  end: number;
  /** Changes by copying that left the words intact, such as `quotation_marks`. */
  artefacts: CopyingArtefact[];
}

/** Long enough for a sentence, too short for a paragraph: evidence is to be checked, not read through. */
export const LONGEST_EVIDENCE = 200;
/** Letters and digits; a Chinese, Japanese or Korean character counts as two. Anything shorter occurs everywhere and shows nothing. */
const SHORTEST_EVIDENCE = 4;
export const MOST_EVIDENCE = 3;

/** The possible sources of a snippet, as far as this contract checks them. */
export interface SnippetSources {
  /** Null unless it is in model_output. */
  verify(quote: string): VerifiedEvidence | null;
  /** True for text of the question or the rubric, which is no evidence about the output. */
  isFromTask(quote: string): boolean;
  /** True for a snippet with so few letters that it occurs everywhere. A whole line of the output may be as short as it is. */
  isTooShort(quote: string): boolean;
}

interface Sample {
  question: string;
  model_output: string;
  rubric: { dimensions: { name: string; definition: string; bands: { criteria: string }[] }[] };
}

export function openSnippetSources({ question, model_output, rubric }: Sample): SnippetSources {
  const output = openQuoteSource([model_output]);
  let task: QuoteSource | undefined;
  return {
    verify(quote) {
      const match = output.find(quote);
      if (!match) return null;
      const { start, end, artefacts } = match;
      return { quote, place: "answer", start, end, artefacts };
    },
    isFromTask(quote) {
      task ??= openQuoteSource([
        question,
        ...rubric.dimensions.flatMap(({ name, definition, bands }) => [
          name,
          definition,
          ...bands.map(({ criteria }) => criteria),
        ]),
      ]);
      return task.find(quote) !== null;
    },
    isTooShort: (quote) =>
      lettersIn(quote) < SHORTEST_EVIDENCE &&
      !model_output.split("\n").some((line) => line.trim() !== "" && line.trim() === quote.trim()),
  };
}

function lettersIn(text: string): number {
  const wide = text.match(/[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/gu)?.length ?? 0;
  return wide + (text.match(/[\p{L}\p{N}]/gu)?.length ?? 0);
}
