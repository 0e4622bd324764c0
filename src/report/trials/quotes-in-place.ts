/** A stretch of a text, and the numbers of the quotes that end with it. */
export interface AnswerStretch {
  text: string;
  isQuoted: boolean;
  /** Counted from 1; those of quotes that end here. */
  ends: number[];
}

/**
 * A text in stretches, those that somebody quoted apart from the others. Quotes may overlap or contain each other: what they cover together is quoted, and
 * each number stands where its quote ends.
 */
export function quotedStretches(text: string, quotes: readonly { start: number; end: number }[]): AnswerStretch[] {
  const cuts = new Set([0, text.length]);
  for (const { start, end } of quotes) cuts.add(clamp(start, text.length)).add(clamp(end, text.length));
  const places = [...cuts].sort((one, other) => one - other);
  return places.slice(0, -1).map((from, at) => {
    const to = places[at + 1]!;
    return {
      text: text.slice(from, to),
      isQuoted: quotes.some(({ start, end }) => start <= from && end >= to),
      ends: quotes.flatMap(({ end }, number) => (end === to ? [number + 1] : [])),
    };
  });
}

function clamp(offset: number, length: number): number {
  return Math.min(Math.max(0, offset), length);
}
