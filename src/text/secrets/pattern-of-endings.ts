import { escapeForPattern } from "../patterns/escape-pattern.ts";

/** A pattern for any of the words that tests their last letters first, because a look-behind reads backwards. */
export function patternOfEndings(words: string[]): string {
  const longer = words.filter((word) => word !== "");
  if (longer.length === 0) return "";
  const lasts = [...new Set(longer.map((word) => word.at(-1)!))];
  const before = (last: string) => longer.filter((word) => word.endsWith(last)).map((word) => word.slice(0, -1));
  const any = `(?:${lasts.map((last) => patternOfEndings(before(last)) + escapeForPattern(last)).join("|")})`;
  // Prefers the longer of two words that share an ending.
  return longer.length < words.length ? `${any}?` : any;
}
