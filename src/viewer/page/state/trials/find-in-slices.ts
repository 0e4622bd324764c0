import type { SearchChunk } from "../../../wire/index.ts";

/** A page that works longer than this at a time misses a frame. */
const SLICE_MS = 8;
/** The clock is not asked for every text, most of which are short. */
const CHARACTERS_BETWEEN_LOOKS = 200_000;

/** What passes time, to be replaced where time must not count. */
export interface Slicing {
  now(): number;
  later(act: () => void): () => void;
}

const inBrowser: Slicing = {
  now: () => performance.now(),
  later(act) {
    const timer = setTimeout(act);
    return () => clearTimeout(timer);
  },
};

/**
 * Looks for words in the texts of all trials, a few milliseconds at a time: a hundred megabytes of answers must not hold up whoever types. What a few
 * milliseconds suffice for is found before this returns.
 *
 * @param done gets 1 for every trial that has the words; trials without a text count as having them, since nobody knows
 * @returns how to stop
 */
export function findInSlices(
  parts: readonly SearchChunk[],
  trials: number,
  wanted: string,
  done: (mask: Uint8Array) => void,
  { now, later }: Slicing = inBrowser,
): () => void {
  const mask = new Uint8Array(trials).fill(1);
  let [part, at] = [0, 0];
  let stop = () => {};

  function slice(): void {
    const end = now() + SLICE_MS;
    let characters = 0;
    for (; part < parts.length; part++, at = 0) {
      const { first, texts } = parts[part]!;
      for (; at < texts.length; at++) {
        if (characters > CHARACTERS_BETWEEN_LOOKS) {
          characters = 0;
          if (now() > end) {
            stop = later(slice);
            return;
          }
        }
        const text = texts[at]!;
        characters += text.length;
        if (!text.includes(wanted)) mask[first + at] = 0;
      }
    }
    done(mask);
  }

  slice();
  return () => stop();
}
