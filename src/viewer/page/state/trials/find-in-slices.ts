import type { SearchChunk } from "../../../wire/index.ts";

/** Longer work would skip a frame. */
const SLICE_MS = 8;
/** Reading the clock for every short text would be slow. */
const CHARACTERS_BETWEEN_LOOKS = 200_000;

/** Clock and scheduler, replaceable in tests. */
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
 * Searches all trials' texts a few milliseconds at a time, since a hundred megabytes of answers must not delay typing. Short searches
 * finish before this returns.
 *
 * @param done receives 1 for every match, and for trials without a text, as they cannot be excluded
 * @returns a function that stops the search
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
