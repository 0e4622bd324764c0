/**
 * Shortens Markdown between two blocks if that keeps most of it, or else between two lines. The note says that something is missing, and
 * where it is.
 *
 * @param most bytes of UTF-8
 */
export function cutMarkdown(markdown: string, most: number, note: string): string {
  if (Buffer.byteLength(markdown) <= most) return markdown;
  const end = `\n\n*${note}*`;
  const room = most - Buffer.byteLength(end);
  const kept = withinBytes(markdown, room);
  const block = kept.lastIndexOf("\n\n");
  const line = kept.lastIndexOf("\n");
  const at = block > kept.length / 2 ? block : line;
  return `${at > 0 ? kept.slice(0, at).trimEnd() : ""}${end}`.trimStart();
}

/** Cuts a text to a number of bytes without splitting characters. */
function withinBytes(text: string, most: number): string {
  const bytes = Buffer.from(text);
  let end = Math.max(0, most);
  while (end > 0 && end < bytes.length && (bytes[end]! & 0b1100_0000) === 0b1000_0000) end -= 1;
  return bytes.subarray(0, end).toString();
}
