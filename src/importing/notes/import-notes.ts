/** What became of one kind of thing in a foreign file. */
export type ImportOutcome = "translated" | "hook" | "expectation" | "not_translated" | "note";

export interface ImportEntry {
  outcome: ImportOutcome;
  /** What it was there: `assertion contains`, `provider openai:chat:gpt-5`. */
  what: string;
  /** What it is here, where it became something. */
  became?: string;
  /** Why it did not translate, or what is different now. */
  reason?: string;
  /** How often it was met. */
  count: number;
  /** `file:line:column`, the first of them. */
  places: string[];
}

export interface ImportNotes {
  add(entry: Omit<ImportEntry, "count" | "places">, place: ForeignPlace): void;
  /** What did not translate first, then what is different, then what became something. */
  entries(): ImportEntry[];
}

/** Found only for those that are kept: pointing into a file of 100,000 tests takes a while. */
export type ForeignPlace = () => string;

/** A list beyond this helps nobody; the count says how many there are. */
const MOST_PLACES = 50;

const ORDER: ImportOutcome[] = ["not_translated", "note", "hook", "expectation", "translated"];

/** Collects what became of everything. What is alike is one entry with its places. */
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
