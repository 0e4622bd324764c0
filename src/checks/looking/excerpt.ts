import { plural } from "../../text/presentation/index.ts";

const MOST_CHARACTERS = 300;

/** At most so many characters of a text, cut at the end, with the number of those left out. Never half a character. */
export function excerpt(text: string, most = MOST_CHARACTERS): string {
  if (text.length <= most) return text;
  const lastIsFirstHalf = /[\ud800-\udbff]/.test(text.charAt(most - 1));
  const kept = text.slice(0, lastIsFirstHalf ? most - 1 : most);
  return `${kept}… (${plural(text.length - kept.length, "more character")})`;
}
