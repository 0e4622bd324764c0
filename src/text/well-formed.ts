/** Makes a text encodable: replaces half of a character, as left by a cut, with U+FFFD. */
export function wellFormed(text: string): string {
  return text.replace(/\p{Surrogate}/gu, "\ufffd");
}
