import { createReadStream } from "node:fs";
import { resolve } from "node:path";
import { InputError, InterruptedError } from "../../errors/index.ts";
import type { Controls } from "../controls.ts";

/** Input of an operation: a file, or a source of bytes such as `process.stdin`. */
export type InputSource = string | AsyncIterable<Uint8Array>;

/** Yields a source's bytes, opening a file only when the first are read. */
export async function* readInputBytes(
  source: InputSource,
  cwd: string,
  { signal, noNewWork }: Pick<Controls, "signal" | "noNewWork">,
): AsyncGenerator<Uint8Array> {
  const bytes =
    typeof source === "string" ? createReadStream(resolve(cwd, source), { highWaterMark: 256 * 1024 }) : source;
  for await (const chunk of bytes) {
    if (signal?.aborted || noNewWork?.aborted)
      throw new InterruptedError("interrupted while the input was read; nothing was asked", {});
    yield bytesOf(chunk);
  }
}

/** A stream with an encoding yields strings, despite its type. */
function bytesOf(chunk: unknown): Uint8Array {
  if (chunk instanceof Uint8Array) return chunk;
  if (typeof chunk === "string") return Buffer.from(chunk);
  throw new InputError(`the input must give bytes or texts, but gave a value of type ${typeof chunk}`, { path: null });
}
