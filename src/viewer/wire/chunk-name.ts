/** Parts of the data, each loaded on first use. */
export type ChunkKind =
  | "store"
  | "campaign"
  | "rows"
  | "search"
  | "trial"
  | "raw"
  | "trace"
  | "files"
  | "system"
  | "parts"
  | "comparison"
  | "calibration"
  | "judging"
  | "units";

/**
 * Returns a chunk's name, the same for server, exported folder and page. Ids from a store may be anyone's, so they are hashed to letters
 * and digits.
 */
export function chunkName(kind: ChunkKind, ...ids: (string | number)[]): string {
  return ids.length === 0 ? kind : `${kind}-${hashOf(ids.join("\n"))}`;
}

/**
 * 64 bits of two independent multiplicative hashes (cyrb, public domain), enough to make chance collisions among a million trials
 * negligible.
 */
function hashOf(text: string): string {
  let [one, other] = [0xdeadbeef, 0x41c6ce57];
  for (let index = 0; index < text.length; index++) {
    const code = text.charCodeAt(index);
    one = Math.imul(one ^ code, 2654435761);
    other = Math.imul(other ^ code, 1597334677);
  }
  one = Math.imul(one ^ (one >>> 16), 2246822507) ^ Math.imul(other ^ (other >>> 13), 3266489909);
  other = Math.imul(other ^ (other >>> 16), 2246822507) ^ Math.imul(one ^ (one >>> 13), 3266489909);
  return [other, one].map((half) => (half >>> 0).toString(16).padStart(8, "0")).join("");
}
