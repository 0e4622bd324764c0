/** A line of a file, counted from 1, or why it cannot be read. */
export type Utf8Line = { number: number; text: string } | { number: number; problem: string; beginning: string };

/** Nobody writes a longer line on purpose; without a limit, a file without line breaks would fill the memory. */
const LONGEST_LINE = 64 * 1024 * 1024;
const LINE_FEED = 10;

/**
 * Lines of a byte stream, one at a time, without their ends (`\n` or `\r\n`) and without a byte-order mark. Bytes that are not UTF-8 and
 * lines beyond 64 MB are reported in their place; the lines after them are read all the same.
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
  // Decoding never fails but replaces; only then is it worth asking whether the bytes were good.
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
