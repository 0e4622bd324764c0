/** A word or number with its place, or one character of a script that is written without spaces. */
export interface Word {
  text: string;
  start: number;
  end: number;
}

const UNSPACED = "[\\p{Script=Han}\\p{Script=Hiragana}\\p{Script=Katakana}\\p{Script=Hangul}]";
const LETTER = `[[\\p{L}\\p{N}\\p{M}_]--${UNSPACED}]`;
const WORD = new RegExp(
  `${UNSPACED}|(?:(?<!${LETTER})[\\-−](?=\\p{N}))?${LETTER}+(?:[\\-–−'’.,:\\/]${LETTER}+)*`,
  "gv",
);

export function wordsOf(text: string): Word[] {
  return [...text.matchAll(WORD)].map((match) => ({
    text: match[0],
    start: match.index,
    end: match.index + match[0].length,
  }));
}

/**
 * The second opinion: do the words of a quote follow each other in a text, with gaps where it has an ellipsis? Slow, and made another way than
 * what it checks: it looks at lists of words and never at punctuation, so it says yes more often.
 */
export function hasWordsInOrder(quote: string, said: string): boolean {
  const parts = quote
    .split(/…|\.{3}/)
    .map(plainWords)
    .filter((words) => words.length > 0);
  const given = plainWords(said);
  let reached = [{ end: 0, at: 0 }];
  for (const [number, part] of parts.entries()) {
    reached = given.flatMap((_, at) => {
      // The word of a possessive is a whole word, at the end of a quote.
      const isLast = (index: number) => index === part.length - 1;
      const isSame = (word: string, index: number) =>
        given[at + index]?.text === word || (isLast(index) && given[at + index]?.text === `${word}'s`);
      if (!part.every(({ text }, index) => isSame(text, index))) return [];
      const start = given[at]!.start;
      const isNear = ({ end, at: before }: { end: number; at: number }) => before <= at && start - end <= FAR_APART;
      return number === 0 || reached.some(isNear)
        ? [{ end: given[at + part.length - 1]!.end, at: at + part.length }]
        : [];
    });
  }
  return reached.length > 0;
}

/** In characters; more than the matcher allows, because it counts a run of spaces as one. */
const FAR_APART = 1500;

function plainWords(text: string): Word[] {
  const decoded = text
    .replaceAll("&amp;", "&")
    .replaceAll("&lt;", "<")
    .replaceAll("&gt;", ">")
    .replaceAll("&quot;", '"')
    .normalize("NFKC");
  return wordsOf(decoded).map((word) => ({
    ...word,
    text: word.text
      .toLowerCase()
      .replace(/[–−]/g, "-")
      .replaceAll("’", "'")
      .replace(/^_+|_+$/g, ""),
  }));
}
