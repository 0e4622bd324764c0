/** Piece of a text with the numbers of quotes that end there. */
export interface AnswerStretch {
  text: string;
  isQuoted: boolean;
  /** Numbers of quotes that end here, counted from 1. */
  ends: number[];
}

/** Splits a text into quoted and other pieces. Overlapping quotes make one quoted piece, and each number follows the end of its quote. */
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
