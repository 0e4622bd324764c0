import type { FileHandle } from "node:fs/promises";
import { cutToCharacters, FoldingStream, fold } from "../../text/index.ts";

const CHUNK_BYTES = 1024 * 1024;
const BEGINNING_BYTES = 300;

/** The first offset of the bytes in a file, or null. Reads in pieces, because a subject can leave a file of any size. */
export async function findBytes(file: FileHandle, wanted: Buffer): Promise<number | null> {
  let window = Buffer.alloc(0);
  let start = 0;
  for await (const chunk of chunksOf(file)) {
    window = Buffer.concat([window, chunk]);
    const at = window.indexOf(wanted);
    if (at >= 0) return start + at;
    const keep = Math.min(window.length, wanted.length - 1);
    start += window.length - keep;
    window = window.subarray(window.length - keep);
  }
  return null;
}

/** Finds the given texts in a file, ignoring case and accents. */
export async function findFolded(file: FileHandle, texts: readonly string[]): Promise<Set<string>> {
  const found = new Set<string>();
  const wanted = new Map(texts.map((text) => [text, fold(text)]));
  const overlap = Math.max(0, ...[...wanted.values()].map(({ length }) => length - 1));
  let window = "";
  const look = (folded: string): void => {
    window += folded;
    for (const [text, form] of wanted) if (window.includes(form)) found.add(text);
    window = window.slice(Math.max(0, window.length - overlap));
  };
  if (wanted.size === 0) return found;
  const decoder = new TextDecoder();
  const folding = new FoldingStream();
  for await (const chunk of chunksOf(file)) {
    look(folding.add(decoder.decode(chunk, { stream: true })));
    if (found.size === wanted.size) return found;
  }
  look(folding.add(decoder.decode()) + folding.finish());
  return found;
}

/** The first characters of a file, to show a person what was there instead. */
export async function beginningOfFile(file: FileHandle): Promise<string> {
  const { buffer, bytesRead } = await file.read(Buffer.alloc(BEGINNING_BYTES), 0, BEGINNING_BYTES, 0);
  const { size } = await file.stat();
  const more = size - bytesRead;
  const text = cutToCharacters(buffer.subarray(0, bytesRead), { moreBefore: false, moreAfter: more > 0 }).toString(
    "utf8",
  );
  return more > 0 ? `${text}…` : text;
}

async function* chunksOf(file: FileHandle): AsyncGenerator<Buffer> {
  for (let position = 0; ; ) {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(CHUNK_BYTES), 0, CHUNK_BYTES, position);
    if (bytesRead === 0) return;
    position += bytesRead;
    yield buffer.subarray(0, bytesRead);
  }
}
