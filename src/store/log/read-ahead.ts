/** Size of a read when records are read in sequence. */
const WINDOW_BYTES = 256 * 1024;
/** Larger records gain nothing, and near the end of a growing file the window would be read repeatedly. */
const LARGEST_IN_WINDOW = WINDOW_BYTES / 4;

export interface Readable {
  size(): number;
  /**
   * Returns fewer bytes at its end.
   *
   * @param room buffer to use instead of a new one
   */
  read(offset: number, length: number, room?: Buffer): Buffer;
}

/**
 * Reads a file that only grows. Records are mostly requested in order, so it reads large pieces: ten thousand reads of two kilobytes take
 * ten times as long.
 *
 * @returns a reader whose bytes are valid until its next call
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
