/** A stretch of a text where a part of a quote stands. */
export interface Occurrence {
  from: number;
  to: number;
}

/**
 * The first stretch that holds one occurrence of every part, in order, where each begins after the one before has ended and `isNear`
 * says of both edges of every gap that they belong together. Null when there is none.
 *
 * @param parts the occurrences of each part, in order of place
 */
export function firstChain(
  parts: readonly Occurrence[][],
  isNear: (before: number, after: number) => boolean,
): Occurrence | null {
  let reached: Occurrence[] = parts[0] ?? [];
  for (const occurrences of parts.slice(1)) {
    const next: Occurrence[] = [];
    // The nearest end before an occurrence is the best one: every end that is farther away is out of reach sooner.
    let at = -1;
    for (const { from, to } of occurrences) {
      while (at + 1 < reached.length && reached[at + 1]!.to <= from) at++;
      if (at >= 0 && isNear(reached[at]!.to, from)) next.push({ from: reached[at]!.from, to });
    }
    reached = next;
  }
  return reached[0] ?? null;
}
