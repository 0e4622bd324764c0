/**
 * A count with its noun. Reports count only through this, so that none says "1 trials". Nouns of several words take their plural
 * at the end; pass it where that is wrong.
 *
 * @example
 * plural(1, "judge call")                                 // "1 judge call"
 * plural(3, "entry")                                      // "3 entries"
 * plural(2, "piece of evidence", "pieces of evidence")    // "2 pieces of evidence"
 */
export function plural(count: number, noun: string, nouns?: string): string {
  return `${count} ${nounFor(count, noun, nouns)}`;
}

/** The noun alone, for counts written another way: `12,000 entries`, `3 of 8 samples`. */
export function nounFor(count: number, noun: string, nouns = pluralOf(noun)): string {
  return count === 1 ? noun : nouns;
}

/** The verb that agrees with a count: `agree(1, "has", "have")` is "has". */
export function agree(count: number, one: string, many: string): string {
  return count === 1 ? one : many;
}

function pluralOf(noun: string): string {
  if (/[^aeiou]y$/.test(noun)) return `${noun.slice(0, -1)}ies`;
  return /(?:s|x|ch|sh)$/.test(noun) ? `${noun}es` : `${noun}s`;
}
