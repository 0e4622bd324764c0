/** The parts into which everything is divided that the page can show; each is loaded when it is first needed. */
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
  | "rubric"
  | "samples"
  | "batch"
  | "items";

/**
 * The name of a chunk: the same for the server, for an exported folder and for the page. Ids of campaigns and trials come from a store that anybody may
 * have written, so they are hashed: whatever they hold, the name is letters and digits.
 */
export function chunkName(kind: ChunkKind, ...ids: (string | number)[]): string {
  return ids.length === 0 ? kind : `${kind}-${hashOf(ids.join("\n"))}`;
}

/** 64 bits of two independent multiplicative hashes (cyrb, public domain). Chance alone never brings two of a million trials together. */
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
