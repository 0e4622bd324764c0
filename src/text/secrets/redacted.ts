/** What stands in the place of a secret. */
export const REDACTED = "[redacted]";

/** Where in a text something is: from the first character to the one after the last. */
export interface Range {
  from: number;
  until: number;
}

/** The text with each of the ranges, which come in order, replaced; of two that overlap the first. */
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
