/** A line of a file, counted from 1, or the reason it cannot be read. */
export type Utf8Line = { number: number; text: string } | { number: number; problem: string; beginning: string };

/** Longer than any deliberate line; bounds memory for files without line breaks. */
const LONGEST_LINE = 64 * 1024 * 1024;
const LINE_FEED = 10;

/**
 * Yields the lines of a byte stream without line ends (`\n` or `\r\n`) and byte-order mark. Lines that are not UTF-8 or exceed 64
 * MB are reported in place; later lines are still read.
 */
export async function* utf8Lines(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<Utf8Line> {
  let number = 0;
  let parts: Uint8Array[] = [];
  let length = 0;
  const take = (part: Uint8Array) => {
    if (length <= LONGEST_LINE) parts.push(part);
    length += part.length;
  };
  const finish = (): Utf8Line => {
    const bytes = Buffer.concat(parts);
    const tooLong = length > LONGEST_LINE;
    parts = [];
    length = 0;
    number += 1;
    return tooLong ? unreadable(number, "the line is longer than 64 MB", bytes) : decode(number, bytes);
  };
  for await (const chunk of chunks) {
    let from = 0;
    for (let end = chunk.indexOf(LINE_FEED); end !== -1; end = chunk.indexOf(LINE_FEED, from)) {
      take(chunk.subarray(from, end));
      from = end + 1;
      yield finish();
    }
    if (from < chunk.length) take(chunk.subarray(from));
  }
  if (length > 0) yield finish();
}

function decode(number: number, bytes: Buffer): Utf8Line {
  const text = bytes.toString("utf8");
  // Decoding replaces invalid bytes instead of failing; only a replacement character warrants the check.
  if (text.includes("\ufffd") && !isUtf8(bytes)) return unreadable(number, "not valid UTF-8", bytes);
  const unmarked = number === 1 && text.startsWith("\ufeff") ? text.slice(1) : text;
  return { number, text: unmarked.endsWith("\r") ? unmarked.slice(0, -1) : unmarked };
}

function isUtf8(bytes: Buffer): boolean {
  try {
    new TextDecoder("utf-8", { fatal: true }).decode(bytes);
    return true;
  } catch {
    return false;
  }
}

function unreadable(number: number, problem: string, bytes: Buffer): Utf8Line {
  return { number, problem, beginning: bytes.subarray(0, 200).toString("utf8") };
}
