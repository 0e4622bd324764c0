import type { LabelLine } from "../../records/index.ts";
import type { Store } from "../../store/index.ts";
import { canonicalHash } from "../../text/index.ts";
import { labelLines, momentOf } from "./read-labels.ts";

/**
 * Copies every line of the label files into the log, so that the origin of corrected scores is stored and merged with everything else. The
 * files remain authoritative: a line removed from them stays in the log without effect.
 */
export function copyLabelsToStore(store: Pick<Store, "has" | "append">, root: string): number {
  const isNew = ({ key }: { key: string }) => !store.has("label", key);
  const lines = labelLines(root)
    .map((line) => ({ key: canonicalHash(line), line }))
    .filter(isNew);
  for (const { key, line } of lines) store.append({ kind: "label", key, value: line });
  return lines.length;
}

/**
 * Lists lines that are in the log but in no file: removed in review, or from another store. Oldest first, with a fixed order within a
 * moment, as the log's order depends on its writers and readers.
 */
export function findLabelsInStoreOnly(store: Pick<Store, "keys" | "readEntry">, root: string): LabelLine[] {
  const inFiles = new Set(labelLines(root).map(canonicalHash));
  const found: { key: string; line: LabelLine }[] = [];
  for (const entry of store.keys("label")) {
    const line = inFiles.has(entry.key) ? null : store.readEntry(entry);
    if (line !== null) found.push({ key: entry.key, line });
  }
  return found
    .sort((one, other) => momentOf(one.line) - momentOf(other.line) || (one.key < other.key ? -1 : 1))
    .map(({ line }) => line);
}
