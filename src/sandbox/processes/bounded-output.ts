import { cutToCharacters } from "../../text/index.ts";

/** Keeps the first `limit` bytes of a stream and counts the rest, so that no command can exhaust our memory. */
export class BoundedOutput {
  readonly #limit: number;
  readonly #chunks: Buffer[] = [];
  #kept = 0;
  #seen = 0;

  constructor(limit: number) {
    this.#limit = limit;
  }

  add(chunk: Buffer): void {
    this.#seen += chunk.length;
    const room = this.#limit - this.#kept;
    if (room <= 0) return;
    const part = chunk.subarray(0, room);
    this.#chunks.push(part);
    this.#kept += part.length;
  }

  /** Bytes printed beyond the limit so far. */
  get overflow(): number {
    return this.#seen - this.#kept;
  }

  finish(): { text: string; dropped: number } {
    const bytes = Buffer.concat(this.#chunks);
    const whole = cutToCharacters(bytes, { moreBefore: false, moreAfter: this.overflow > 0 });
    return { text: whole.toString("utf8"), dropped: this.#seen - whole.length };
  }
}
