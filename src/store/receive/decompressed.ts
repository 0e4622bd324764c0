import { closeSync, createReadStream, openSync, readSync } from "node:fs";
import { createGunzip } from "node:zlib";

const GZIP = Buffer.from([0x1f, 0x8b]);
const ZSTD = Buffer.from([0x28, 0xb5, 0x2f, 0xfd]);

export interface ArchiveLimits {
  /** Decompressed bytes, including those outside of files. */
  bytes: number;
  /** Maximum ratio to the packed size. */
  expansion: number;
  /** Minimum size for checking the ratio. */
  expansion_from: number;
  seconds: number;
}

/** Exceeded limit of an archive. */
export class ArchiveLimitError extends Error {
  override name = "ArchiveLimitError";
}

/**
 * Yields an archive's content, with or without gzip, piece by piece. Counts bytes as they are decompressed, before they are parsed.
 *
 * @param packedBytes the size of the file
 * @throws ArchiveLimitError
 */
export async function* decompressed(
  file: string,
  packedBytes: number,
  limits: ArchiveLimits,
  now: () => number = () => performance.now(),
): AsyncGenerator<Buffer> {
  const begun = now();
  let bytes = 0;
  for await (const chunk of unzipped(file)) {
    if (bytes === 0 && (startsWith(chunk, GZIP) || startsWith(chunk, ZSTD)))
      throw new ArchiveLimitError("it is compressed twice, or in a way that packed campaigns are not");
    bytes += chunk.length;
    if (bytes > limits.bytes) throw new ArchiveLimitError(`it unpacks to more than ${limits.bytes} bytes`);
    if (bytes > limits.expansion_from && bytes > packedBytes * limits.expansion)
      throw new ArchiveLimitError(`it unpacks to more than ${limits.expansion} times its size`);
    if (now() - begun > limits.seconds * 1000)
      throw new ArchiveLimitError(`it takes longer than ${limits.seconds} seconds`);
    yield chunk;
  }
}

async function* unzipped(file: string): AsyncGenerator<Buffer> {
  const input = createReadStream(file);
  const output = firstBytes(file, GZIP.length).equals(GZIP) ? createGunzip() : null;
  if (output) input.on("error", (error) => output.destroy(error));
  try {
    yield* (output ? input.pipe(output) : input) as AsyncIterable<Buffer>;
  } finally {
    input.destroy();
    output?.destroy();
  }
}

function firstBytes(path: string, length: number): Buffer {
  const file = openSync(path, "r");
  try {
    const bytes = Buffer.alloc(length);
    return bytes.subarray(0, readSync(file, bytes, 0, length, 0));
  } finally {
    closeSync(file);
  }
}

function startsWith(chunk: Buffer, beginning: Buffer): boolean {
  return chunk.subarray(0, beginning.length).equals(beginning);
}
