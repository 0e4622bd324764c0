/** An id for a command that is to be pasted into a shell: whatever it holds, the shell takes it as one word. */
export function shellWord(text: string): string {
  return /^[\w.+-][\w.+/-]*$/.test(text) ? text : `'${text.replaceAll("'", `'\\''`)}'`;
}
