import { plural } from "../../text/presentation/index.ts";

const MOST_CHARACTERS = 300;

/** Cuts a text after `most` characters and appends the number omitted. Never splits a character. */
export function excerpt(text: string, most = MOST_CHARACTERS): string {
  if (text.length <= most) return text;
  const lastIsFirstHalf = /[\ud800-\udbff]/.test(text.charAt(most - 1));
  const kept = text.slice(0, lastIsFirstHalf ? most - 1 : most);
  return `${kept}… (${plural(text.length - kept.length, "more character")})`;
}
