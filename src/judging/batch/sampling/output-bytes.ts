import { createReadStream } from "node:fs";
import { OutputError } from "./output-error.ts";

/** The bytes of an experiment's output, rejected if they are plainly not text. */
export async function* outputBytes(
  path: string,
  given: AsyncIterable<Uint8Array> | undefined,
): AsyncGenerator<Uint8Array> {
  let isFirst = true;
  try {
    for await (const chunk of given ?? createReadStream(path, { highWaterMark: 256 * 1024 })) {
      const bytes = chunk as Uint8Array;
      const foreign = isFirst ? BEGINNINGS.find(({ begins }) => begins.every((byte, at) => bytes[at] === byte)) : null;
      if (foreign) throw new OutputError(`${path}: ${foreign.what}`);
      isFirst = false;
      yield bytes;
    }
  } catch (error) {
    throw asOutputError(error, path);
  }
}

const UNPACK = "unpack it and pipe it in: `gunzip -c FILE | assay batch judge --items - …`";

const BEGINNINGS: { begins: number[]; what: string }[] = [
  { begins: [0x1f, 0x8b], what: `is compressed (gzip); ${UNPACK}` },
  { begins: [0x28, 0xb5, 0x2f, 0xfd], what: `is compressed (zstd); ${UNPACK.replace("gunzip", "zstd -d")}` },
  { begins: [0x50, 0x4b, 0x03, 0x04], what: `is compressed (zip); ${UNPACK.replace("gunzip -c", "unzip -p")}` },
  { begins: [0xff, 0xfe], what: "is UTF-16; save it as UTF-8" },
  { begins: [0xfe, 0xff], what: "is UTF-16; save it as UTF-8" },
];

/** Decodes a byte stream; invalid UTF-8 is an error instead of a replacement character. */
export async function* strictText(path: string, bytes: AsyncIterable<Uint8Array>): AsyncGenerator<string> {
  const decoder = new TextDecoder("utf-8", { fatal: true });
  const decode = (chunk?: Uint8Array) => {
    try {
      return chunk ? decoder.decode(chunk, { stream: true }) : decoder.decode();
    } catch {
      throw new OutputError(`${path}: not valid UTF-8`);
    }
  };
  for await (const chunk of bytes) yield decode(chunk);
  yield decode();
}

function asOutputError(error: unknown, path: string): unknown {
  const { code, message } = error as NodeJS.ErrnoException;
  if (code === "ENOENT") return new OutputError(`${path}: there is no such file`);
  if (code === "EISDIR") return new OutputError(`${path}: is a directory, not a file`);
  return code ? new OutputError(`${path}: ${message}`) : error;
}
