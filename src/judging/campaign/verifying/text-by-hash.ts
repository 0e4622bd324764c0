import type { Store } from "../../../store/index.ts";
import { sha256 } from "../../../text/index.ts";
import type { Difference } from "./difference.ts";

/** A stored text, if it matches its hash; otherwise it is not read any further. */
export function textByHash(
  store: Store,
  what: string,
  hash: string,
): { text: string | null; differences: Difference[]; missing: string[] } {
  const text: unknown = store.text(hash);
  if (text === null) return { text: null, differences: [], missing: [`${what} ${hash}`] };
  const found = typeof text === "string" ? sha256(text) : "something that is no text";
  if (found === hash) return { text: text as string, differences: [], missing: [] };
  return { text: null, differences: [{ what, stored: hash, found }], missing: [] };
}
