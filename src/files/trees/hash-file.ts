import { createHash } from "node:crypto";
import { closeSync, constants, fstatSync, openSync, read, readSync } from "node:fs";
import { promisify } from "node:util";

const PIECE_BYTES = 1024 ** 2;

/** Smaller files are read synchronously: waiting for a thread takes far longer. */
const SMALL_BYTES = 64 * 1024;

/**
 * SHA-256 of a regular file of any size, read in pieces.
 *
 * @throws when it cannot be read, or is not a regular file
 */
export async function sha256OfFile(path: string): Promise<string> {
  const file = openSync(path, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK);
  try {
    const stats = fstatSync(file);
    if (!stats.isFile()) throw new Error(`${path} is not a regular file`);
    const hash = createHash("sha256");
    // One spare byte lets the first read of a small file also show that there is no more.
    const piece = Buffer.allocUnsafe(Math.min(stats.size + 1, PIECE_BYTES));
    let hashed = 0;
    for (let bytes = piece.length; bytes === piece.length || (bytes > 0 && hashed < stats.size); hashed += bytes) {
      const isSmall = hashed === 0 && stats.size < SMALL_BYTES;
      bytes = isSmall ? readSync(file, piece) : await readLater(file, piece);
      hash.update(piece.subarray(0, bytes));
    }
    return hash.digest("hex");
  } finally {
    closeSync(file);
  }
}

async function readLater(file: number, piece: Buffer): Promise<number> {
  const { bytesRead } = await promisify(read)(file, piece, 0, piece.length, null);
  return bytesRead;
}
