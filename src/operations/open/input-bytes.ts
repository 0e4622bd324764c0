import { createReadStream } from "node:fs";
import { resolve } from "node:path";
import { InputError, InterruptedError } from "../../errors/index.ts";
import type { Controls } from "../controls.ts";

/** What an operation reads: a file, or whatever gives bytes, such as `process.stdin`. */
export type InputSource = string | AsyncIterable<Uint8Array>;

/** The bytes of a source. A file is opened when the first of them is wanted, and not a moment before. */
export async function* inputBytes(
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

/** A stream that was told an encoding gives texts, whatever its type says. */
function bytesOf(chunk: unknown): Uint8Array {
  if (chunk instanceof Uint8Array) return chunk;
  if (typeof chunk === "string") return Buffer.from(chunk);
  throw new InputError(`the input must give bytes or texts, but gave a value of type ${typeof chunk}`, { path: null });
}
