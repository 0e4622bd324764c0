import { createRequire } from "node:module";
import { inflateRawSync } from "node:zlib";

export interface ZipEntry {
  name: string;
  /** @throws Error when its bytes are damaged, compressed by an unknown method, or larger than declared */
  read(): Buffer;
}

/** Larger than any part of an evaluation log; an archive that claims more is a trap. */
const LARGEST_ENTRY = 256 * 1024 * 1024;
const MOST_ENTRIES = 200_000;

const END = 0x06054b50;
const ENTRY = 0x02014b50;
const LOCAL = 0x04034b50;

const require = createRequire(import.meta.url);

/**
 * Lists the files of a zip archive from its central directory (APPNOTE 6.3.10): stored, deflated or zstd (method 93), which
 * logs of Inspect use.
 *
 * @throws Error when it is not such an archive
 */
export function zipEntries(bytes: Buffer): ZipEntry[] {
  const end = bytes.lastIndexOf(Buffer.from([0x50, 0x4b, 0x05, 0x06]));
  if (end < 0 || end + 22 > bytes.length || bytes.readUInt32LE(end) !== END) throw new Error("it is not a zip archive");
  const count = bytes.readUInt16LE(end + 10);
  let at = bytes.readUInt32LE(end + 16);
  if (count === 0xffff || at === 0xffffffff || count > MOST_ENTRIES) throw new Error("the archive is too large");
  const entries: ZipEntry[] = [];
  for (let number = 0; number < count; number++) {
    if (at + 46 > bytes.length || bytes.readUInt32LE(at) !== ENTRY)
      throw new Error("the directory of the archive is damaged");
    const method = bytes.readUInt16LE(at + 10);
    const packed = bytes.readUInt32LE(at + 20);
    const size = bytes.readUInt32LE(at + 24);
    const nameLength = bytes.readUInt16LE(at + 28);
    const place = bytes.readUInt32LE(at + 42);
    const name = bytes.toString("utf8", at + 46, at + 46 + nameLength);
    entries.push({ name, read: () => unpack(bytes, { name, method, packed, size, place }) });
    at += 46 + nameLength + bytes.readUInt16LE(at + 30) + bytes.readUInt16LE(at + 32);
  }
  return entries;
}

interface Packed {
  name: string;
  method: number;
  packed: number;
  size: number;
  place: number;
}

function unpack(bytes: Buffer, { name, method, packed, size, place }: Packed): Buffer {
  if (size > LARGEST_ENTRY) throw new Error(`${name} is larger than 256 MB`);
  if (place + 30 > bytes.length || bytes.readUInt32LE(place) !== LOCAL)
    throw new Error(`${name} is not where the archive says`);
  const from = place + 30 + bytes.readUInt16LE(place + 26) + bytes.readUInt16LE(place + 28);
  const content = bytes.subarray(from, from + packed);
  if (content.length !== packed) throw new Error(`${name} is cut off`);
  const unpacked = unpackBy(method, content, size, name);
  if (unpacked.length !== size) throw new Error(`${name} is not as large as the archive says`);
  return unpacked;
}

function unpackBy(method: number, content: Buffer, size: number, name: string): Buffer {
  if (method === 0) return content;
  if (method === 8) return inflateRawSync(content, { maxOutputLength: size + 1 });
  if (method !== 93) throw new Error(`${name} is packed in a way that is not known here (${method})`);
  const { Decompress } = require("fzstd") as typeof import("fzstd");
  const parts: Uint8Array[] = [];
  let length = 0;
  const stream = new Decompress((part) => {
    length += part.length;
    if (length > size) throw new Error(`${name} is larger than the archive says`);
    parts.push(part);
  });
  stream.push(content, true);
  return Buffer.concat(parts);
}
