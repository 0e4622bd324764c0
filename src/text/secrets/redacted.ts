export const REDACTED = "[redacted]";

/** A range in a text, from the first character to the one after the last. */
export interface Range {
  from: number;
  until: number;
}

/** Replaces the given ranges, which must be in order; of two that overlap, only the first. */
export function withoutRanges(text: string, ranges: Iterable<Range>): string {
  let result = "";
  let rest = 0;
  for (const { from, until } of ranges) {
    if (from < rest) continue;
    result += text.slice(rest, from) + REDACTED;
    rest = until;
  }
  return rest === 0 ? text : result + text.slice(rest);
}
