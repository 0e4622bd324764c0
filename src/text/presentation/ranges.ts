/** Both ends of a range; `rough` explains why they are unreliable, if they are. */
export interface WrittenRange {
  low: number;
  high: number;
  rough?: string;
}

/** `writeEnd` writes an end with that many extra digits. */
export type WriteEnd = (value: number, moreDigits: number) => string;

/** Extra digits after which two ends that look the same count as equal. */
const MOST_DIGITS = 6;

/** `5.30 to 6.62`, `5.30 to 6.62, rough`. Different ends never look the same: they get as many digits as necessary. */
export function formatRange({ low, high, rough }: WrittenRange, writeEnd: WriteEnd, between = " to "): string {
  let more = 0;
  while (more < MOST_DIGITS && low !== high && looksAlike(writeEnd(low, more), writeEnd(high, more))) more += 1;
  return `${writeEnd(low, more)}${between}${writeEnd(high, more)}${rough === undefined ? "" : ROUGH_MARK}`;
}

/** The same characters, or zero with either sign. */
function looksAlike(one: string, other: string): boolean {
  return one === other || ![one, other].some((text) => /[1-9]/.test(text));
}

/** `[5.30, 6.62]`, `[5.30, 6.62], rough`. */
export function formatBracketedRange(range: WrittenRange, writeEnd: WriteEnd): string {
  return `[${formatRange({ low: range.low, high: range.high }, writeEnd, ", ")}]${range.rough === undefined ? "" : ROUGH_MARK}`;
}

const ROUGH_MARK = ", rough";
const ROUGH_WORD = "Rough: ";

/** Explains the mark once for all marked figures; empty if there are none. */
export function explainRough(figures: readonly { kind: string; rough?: string }[]): string[] {
  const reasons = new Set(figures.flatMap(({ rough }) => rough ?? []));
  return [...reasons].map((reason) => `${ROUGH_WORD}${reason}.`);
}

export function isRoughLine(line: string): boolean {
  return line.startsWith(ROUGH_WORD);
}
