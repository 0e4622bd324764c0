/** A server's text on one line, without terminal control characters. */
export function sanitizeText(text: string, longest = 500): string {
  return text
    .replace(/[\p{Cc}\p{Cf}\u2028\u2029]+/gu, " ")
    .trim()
    .slice(0, longest);
}
