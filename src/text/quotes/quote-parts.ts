export interface Occurrence {
  from: number;
  to: number;
}

/**
 * The first stretch that holds one occurrence of every part, in order and without overlap, where `isNear` accepts both edges
 * of every gap. Null when there is none.
 *
 * @param parts the occurrences of each part, in order of position
 */
export function firstChain(
  parts: readonly Occurrence[][],
  isNear: (before: number, after: number) => boolean,
): Occurrence | null {
  let reached: Occurrence[] = parts[0] ?? [];
  for (const occurrences of parts.slice(1)) {
    const next: Occurrence[] = [];
    // The nearest end before an occurrence is the best: any earlier end is further away.
    let at = -1;
    for (const { from, to } of occurrences) {
      while (at + 1 < reached.length && reached[at + 1]!.to <= from) at++;
      if (at >= 0 && isNear(reached[at]!.to, from)) next.push({ from: reached[at]!.from, to });
    }
    reached = next;
  }
  return reached[0] ?? null;
}
