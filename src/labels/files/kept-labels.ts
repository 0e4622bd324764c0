import type { LabelLine } from "../../records/index.ts";
import type { Store } from "../../store/index.ts";
import { canonicalHash } from "../../text/index.ts";
import { labelLines, momentOf } from "./read-labels.ts";

/**
 * Keeps every line of the label files in the log as well: what led to a corrected score is stored like everything else that led to a score, and merging stores brings it along.
 * The files stay the truth. A line that somebody removes from them stays in the log, and counts for nothing.
 */
export function keepLabels(store: Pick<Store, "has" | "append">, root: string): number {
  const isNew = ({ key }: { key: string }) => !store.has("label", key);
  const lines = labelLines(root)
    .map((line) => ({ key: canonicalHash(line), line }))
    .filter(isNew);
  for (const { key, line } of lines) store.append({ kind: "label", key, value: line });
  return lines.length;
}

/**
 * Lines that the log has and no file: removed in review, or come with another store. The oldest first, and those of one moment in the same order on every
 * machine: the order of the log depends on who wrote to it and who reads it.
 */
export function labelsInStoreOnly(store: Pick<Store, "keys" | "readEntry">, root: string): LabelLine[] {
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
