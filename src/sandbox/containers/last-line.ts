/** The last line of a client's output, which describes the error. */
export function lastLine(text: string): string {
  return text.trim().split("\n").at(-1) || "no message";
}
