/** Drops characters cut in two at the ends of a UTF-8 excerpt. Bytes that were never valid UTF-8 stay. */
export function cutToCharacters(
  bytes: Buffer,
  { moreBefore, moreAfter }: { moreBefore: boolean; moreAfter: boolean },
): Buffer {
  const start = moreBefore ? continuationsAtStart(bytes) : 0;
  const end = moreAfter ? bytes.length - unfinishedAtEnd(bytes) : bytes.length;
  return bytes.subarray(start, Math.max(start, end));
}

function continuationsAtStart(bytes: Buffer): number {
  let count = 0;
  // A character has at most four bytes: one lead byte and three continuation bytes (10xxxxxx).
  while (count < Math.min(3, bytes.length) && isContinuation(bytes[count]!)) count++;
  return count;
}

function unfinishedAtEnd(bytes: Buffer): number {
  for (let back = 1; back <= Math.min(4, bytes.length); back++) {
    const byte = bytes[bytes.length - back]!;
    if (isContinuation(byte)) continue;
    const length = byte >= 0xf0 ? 4 : byte >= 0xe0 ? 3 : byte >= 0xc0 ? 2 : 1;
    return length > back ? back : 0;
  }
  return 0;
}

function isContinuation(byte: number): boolean {
  return (byte & 0b1100_0000) === 0b1000_0000;
}
