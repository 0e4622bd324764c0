/** Quotes an id for pasting into a shell as a single word, whatever it contains. */
export function shellWord(text: string): string {
  return /^[\w.+-][\w.+/-]*$/.test(text) ? text : `'${text.replaceAll("'", `'\\''`)}'`;
}
