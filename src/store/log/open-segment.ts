import type { Entry, FoundDamage } from "./entry.ts";
import { beginningOf } from "./line.ts";
import type { StoredSegment } from "./medium.ts";

/** A segment as far as it was read. */
export interface OpenSegment {
  stored: StoredSegment;
  reachesTo: number;
  isOwn: boolean;
  isMended: boolean;
  /** Temporary problem: an incomplete last line, or a failed read. */
  trouble: string | null;
}

/** Returns whether pruning replaced a segment by a shorter one since it was read. */
export function isShorter({ stored, reachesTo }: OpenSegment): boolean {
  try {
    return stored.size() < reachesTo;
  } catch {
    return false;
  }
}

/** Returns whether the log contains the index's last record at its position. */
export function holds(stored: StoredSegment, last: Entry | null): boolean {
  if (last === null) return true;
  const beginning = Buffer.from(beginningOf(last, last.sha256));
  return stored.read(last.offset, beginning.length).equals(beginning);
}

/** Rethrows too many open files or too little memory, which say nothing about the segment and must not make its records look absent. */
export function reasonOf(error: unknown): string {
  const { code, message } = error as NodeJS.ErrnoException;
  if (code === undefined || ["EMFILE", "ENFILE", "ENOMEM"].includes(code)) throw error;
  return message;
}

export function* troubles(segments: Iterable<OpenSegment>): Generator<FoundDamage> {
  for (const { stored, trouble } of segments)
    if (trouble !== null)
      yield {
        ...{ where: `log/${stored.name}.jsonl`, kind: null, key: null, place: null },
        ...{ problem: trouble, cost_usd: null },
      };
}
