import { foreignObject } from "./foreign-json.ts";

/** Number of lines tried as the start of a document. */
const MOST_STARTS = 16;

/** Finds the JSON document that a program printed, possibly between log lines. */
export function objectIn(
  text: string,
  accepts: (value: Record<string, unknown>) => boolean = () => true,
): Record<string, unknown> | null {
  const end = text.lastIndexOf("\n}");
  for (const start of startsIn(text))
    for (const candidate of [text.slice(start), ...(end > start ? [text.slice(start, end + 2)] : [])]) {
      const value = foreignObject(candidate);
      if (value && accepts(value)) return value;
    }
  return null;
}

function startsIn(text: string): number[] {
  // The first may be indented, or come after a byte-order mark.
  const first = text.length - text.trimStart().length;
  const starts = text[first] === "{" ? [first] : [];
  for (let at = text.indexOf("\n{"); at !== -1 && starts.length < MOST_STARTS; at = text.indexOf("\n{", at + 1))
    if (at + 1 !== first) starts.push(at + 1);
  return starts;
}
