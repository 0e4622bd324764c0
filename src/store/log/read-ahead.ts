/** Bytes read in one go where records are read one behind the other. */
const WINDOW_BYTES = 256 * 1024;
/** A larger record gains nothing, and near the end of a file that grows a window would be read again and again. */
const LARGEST_IN_WINDOW = WINDOW_BYTES / 4;

export interface Readable {
  size(): number;
  /**
   * Fewer bytes than asked for where it ends.
   *
   * @param room where they are put, if not into a place of their own
   */
  read(offset: number, length: number, room?: Buffer): Buffer;
}

/**
 * Reads stretches of a file that only grows. Records are mostly asked for in the order in which they were written; then the file is read in
 * large pieces, because ten thousand reads of two kilobytes take ten times as long.
 *
 * @returns a reader whose bytes are to be used before the next are read, which may be put in their place
 */
export function readingAhead({ size, read }: Readable): (offset: number, length: number) => Buffer {
  let room: Buffer | undefined;
  let window: { start: number; bytes: Buffer } = { start: 0, bytes: Buffer.alloc(0) };
  let expected = 0;
  return (offset, length) => {
    const isNext = offset >= expected && offset - expected < WINDOW_BYTES;
    expected = offset + length;
    const at = offset - window.start;
    if (at >= 0 && at + length <= window.bytes.length) return window.bytes.subarray(at, at + length);
    if (!isNext || length > LARGEST_IN_WINDOW || size() - offset < WINDOW_BYTES) return read(offset, length);
    room ??= Buffer.allocUnsafeSlow(WINDOW_BYTES);
    window = { start: offset, bytes: read(offset, WINDOW_BYTES, room) };
    return window.bytes.subarray(0, length);
  };
}
