/** Both ends of a range; `rough` says why they can't be relied on as they should be, and is absent where they can. */
export interface WrittenRange {
  low: number;
  high: number;
  rough?: string;
}

/** `writeEnd` spells an end with so many more digits than it would by itself. */
export type WriteEnd = (value: number, moreDigits: number) => string;

/** Beyond this many digits more, two ends that still look the same are the same. */
const MOST_DIGITS = 6;

/** `5.30 to 6.62`, `5.30 to 6.62, rough`. Ends that differ never look the same: they get as many digits as it takes. */
export function rangeWords({ low, high, rough }: WrittenRange, writeEnd: WriteEnd, between = " to "): string {
  let more = 0;
  while (more < MOST_DIGITS && low !== high && looksAlike(writeEnd(low, more), writeEnd(high, more))) more += 1;
  return `${writeEnd(low, more)}${between}${writeEnd(high, more)}${rough === undefined ? "" : ROUGH_MARK}`;
}

/** The same characters, or zero with either sign. */
function looksAlike(one: string, other: string): boolean {
  return one === other || ![one, other].some((text) => /[1-9]/.test(text));
}

/** `[5.30, 6.62]`, `[5.30, 6.62], rough`. */
export function bracketedRange(range: WrittenRange, writeEnd: WriteEnd): string {
  return `[${rangeWords({ low: range.low, high: range.high }, writeEnd, ", ")}]${range.rough === undefined ? "" : ROUGH_MARK}`;
}

const ROUGH_MARK = ", rough";
const ROUGH_WORD = "Rough: ";

/** What the mark means, once for all figures that have it; nothing where none has. */
export function roughLines(figures: readonly { kind: string; rough?: string }[]): string[] {
  const reasons = new Set(figures.flatMap(({ rough }) => rough ?? []));
  return [...reasons].map((reason) => `${ROUGH_WORD}${reason}.`);
}

export function isRoughLine(line: string): boolean {
  return line.startsWith(ROUGH_WORD);
}
