/** What a server said, on one line and without signs that a terminal would obey. */
export function plainWords(text: string, longest = 500): string {
  return text
    .replace(/[\p{Cc}\p{Cf}\u2028\u2029]+/gu, " ")
    .trim()
    .slice(0, longest);
}
