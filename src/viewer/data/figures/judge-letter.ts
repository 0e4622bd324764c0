/** Names judges A, B, C … on every page. */
export function letterOf(index: number): string {
  return index < 26 ? String.fromCharCode(65 + index) : `J${index + 1}`;
}
