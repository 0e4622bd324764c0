import { escapeForPattern } from "../patterns/escape-pattern.ts";

/** Any of the words, as a pattern that decides by their last letters first: that is how a look back reads. */
export function anyEnding(words: string[]): string {
  const longer = words.filter((word) => word !== "");
  if (longer.length === 0) return "";
  const lasts = [...new Set(longer.map((word) => word.at(-1)!))];
  const before = (last: string) => longer.filter((word) => word.endsWith(last)).map((word) => word.slice(0, -1));
  const any = `(?:${lasts.map((last) => anyEnding(before(last)) + escapeForPattern(last)).join("|")})`;
  // Of two words that end alike the longer is preferred.
  return longer.length < words.length ? `${any}?` : any;
}
