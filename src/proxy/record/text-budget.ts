import { cutToCharacters } from "../../text/index.ts";

/** Budget for the texts of a record. Texts that do not fit are cut and marked. */
export interface TextBudget {
  keep(text: string): string;
  /** Keeps a name or id, cut to a plausible length. */
  name(text: string): string;
  hasCut(): boolean;
  /** True when nothing more fits. */
  isFull(): boolean;
}

const ROOM_FOR_ITSELF = 100;
const LONGEST_NAME = 256;

/** Prevents one endless answer from taking the room of all others. */
const LONGEST_TEXT = 4 * 1024 * 1024;

export function openTextBudget(bytes: number): TextBudget {
  let left = bytes;
  let hasCut = false;
  return {
    keep(text) {
      // Every text has overhead, even an empty one.
      left = Math.max(0, left - ROOM_FOR_ITSELF);
      const size = Buffer.byteLength(text);
      const room = Math.min(left, LONGEST_TEXT);
      if (size <= room) {
        left -= size;
        return text;
      }
      hasCut = true;
      left -= room;
      const beginning = Buffer.from(text).subarray(0, room);
      const kept = cutToCharacters(beginning, { moreBefore: false, moreAfter: true }).toString();
      return `${kept}\n[${size - Buffer.byteLength(kept)} bytes left out]`;
    },
    name(text) {
      left = Math.max(0, left - ROOM_FOR_ITSELF - Math.min(text.length, LONGEST_NAME));
      // Copied, because a slice would keep the whole text in memory.
      return text.length > LONGEST_NAME ? Buffer.from(text.slice(0, LONGEST_NAME)).toString() : text;
    },
    hasCut: () => hasCut,
    isFull: () => left === 0,
  };
}
