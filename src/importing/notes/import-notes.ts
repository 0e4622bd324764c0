/** The fate of one kind of item in a foreign file. */
export type ImportOutcome = "translated" | "hook" | "expectation" | "not_translated" | "note";

export interface ImportEntry {
  outcome: ImportOutcome;
  /** Its foreign form: `assertion contains`, `provider openai:chat:gpt-5`. */
  what: string;
  /** Its form here, if it has one. */
  became?: string;
  /** The reason it was not translated, or a difference in meaning. */
  reason?: string;
  count: number;
  /** `file:line:column` of the first occurrences. */
  places: string[];
}

export interface ImportNotes {
  add(entry: Omit<ImportEntry, "count" | "places">, place: ForeignLocation): void;
  /** Sorted: untranslated items first, then changed ones, then translated ones. */
  entries(): ImportEntry[];
}

/** Lazy, because finding a location in a file of 100,000 tests is slow and only a few are kept. */
export type ForeignLocation = () => string;

/** More locations would help no reader; the count tells how many there are. */
const MOST_PLACES = 50;

const ORDER: ImportOutcome[] = ["not_translated", "note", "hook", "expectation", "translated"];

/** Collects notes, merging equal ones into one entry with several locations. */
export function collectNotes(): ImportNotes {
  const entries = new Map<string, ImportEntry>();
  return {
    add({ outcome, what, became, reason }, place) {
      const key = JSON.stringify([outcome, what, became, reason]);
      let entry = entries.get(key);
      if (entry === undefined) {
        entry = { outcome, what, ...(became && { became }), ...(reason && { reason }), count: 0, places: [] };
        entries.set(key, entry);
      }
      entry.count += 1;
      if (entry.places.length >= MOST_PLACES) return;
      const found = place();
      if (!entry.places.includes(found)) entry.places.push(found);
    },
    entries: () => ORDER.flatMap((outcome) => [...entries.values()].filter((entry) => entry.outcome === outcome)),
  };
}
