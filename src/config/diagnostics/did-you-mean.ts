/** Suggests the candidate closest to a misspelt name, if any is close. */
export function didYouMean(written: string, candidates: Iterable<string>): string | undefined {
  const closest = findClosest(written, candidates);
  return closest === undefined ? undefined : `Did you mean ${JSON.stringify(closest)}?`;
}

/** Longer values are texts rather than names. */
const LONGEST_NAME = 100;

/** Returns the candidate of which `written` is most likely a misspelling. */
export function findClosest(written: string, candidates: Iterable<string>): string | undefined {
  if (written.length === 0 || written.length > LONGEST_NAME) return undefined;
  const wanted = plain(written);
  let best: { candidate: string; distance: number } | undefined;
  for (const candidate of candidates) {
    // In a word of two letters, one change makes another word; of three, it is a slip.
    const limit = Math.floor(Math.min(wanted.length, candidate.length) / 3);
    if (Math.abs(candidate.length - wanted.length) > limit) continue;
    const distance = editDistance(wanted, plain(candidate));
    if (distance <= limit && (best === undefined || distance < best.distance)) best = { candidate, distance };
  }
  return best?.candidate;
}

/** Returns the candidates nearest to a name, nearest first. */
export function findNearest(written: string, candidates: Iterable<string>, count: number): string[] {
  if (written.length > LONGEST_NAME) return [];
  const wanted = plain(written);
  return [...new Set(candidates)]
    .filter((candidate) => candidate.length <= LONGEST_NAME)
    .map((candidate) => ({ candidate, distance: distanceBetween(wanted, plain(candidate)) }))
    .sort((one, other) => one.distance - other.distance || (one.candidate < other.candidate ? -1 : 1))
    .slice(0, count)
    .map(({ candidate }) => candidate);
}

/** Counts missing endings less, since a name may be written only in part. */
function distanceBetween(wanted: string, candidate: string): number {
  const beginning = candidate.slice(0, wanted.length + 1);
  const leftOut = (candidate.length - beginning.length) / 16;
  return Math.min(editDistance(wanted, candidate), editDistance(wanted, beginning) + leftOut);
}

/** Ignores case and the choice between `-`, `_` and space, the most common slips. */
function plain(text: string): string {
  return text.toLowerCase().replace(/[-\s]/g, "_");
}

/** Counts insertions, deletions, replacements and swapped neighbours (optimal string alignment). */
function editDistance(a: string, b: string): number {
  let beforeLast: number[] = [];
  let last = Array.from({ length: b.length + 1 }, (_, index) => index);
  for (let i = 1; i <= a.length; i++) {
    const row = [i];
    for (let j = 1; j <= b.length; j++) {
      const replaced = last[j - 1]! + (a[i - 1] === b[j - 1] ? 0 : 1);
      const swapped =
        i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1] ? beforeLast[j - 2]! + 1 : Infinity;
      row.push(Math.min(replaced, last[j]! + 1, row[j - 1]! + 1, swapped));
    }
    beforeLast = last;
    last = row;
  }
  return last[b.length]!;
}
