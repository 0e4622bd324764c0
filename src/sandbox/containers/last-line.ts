/** A client's closing words, which say what went wrong. */
export function lastLine(text: string): string {
  return text.trim().split("\n").at(-1) || "no message";
}
