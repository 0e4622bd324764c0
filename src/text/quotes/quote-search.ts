/**
 * Visits the places where `wanted` stands in a text, from left to right, until a visit says that it was the right one. A visit may
 * name the position to go on from. Takes time in proportion to the text, whatever the two look like.
 */
export function eachOccurrence(text: string, wanted: string, visit: (at: number) => "found" | number): void {
  if (wanted.length > LONGEST_FOR_INDEX_OF) {
    visitByPrefixes(text, wanted, visit);
    return;
  }
  for (let at = text.indexOf(wanted); at !== -1; ) {
    const next = visit(at);
    if (next === "found") return;
    at = text.indexOf(wanted, Math.max(next, at + 1));
  }
}

/** V8's search looks at the last 250 characters of a pattern only: on repeats, 5 MB and 100,000 characters take it two minutes. */
const LONGEST_FOR_INDEX_OF = 200;

/** Knuth, Morris and Pratt (1977): no character of the text is looked at twice after a mismatch. */
function visitByPrefixes(text: string, wanted: string, visit: (at: number) => "found" | number): void {
  const fallback = fallbacksOf(wanted);
  let matched = 0;
  let from = 0;
  for (let index = 0; index < text.length; index++) {
    const code = text.charCodeAt(index);
    while (matched > 0 && code !== wanted.charCodeAt(matched)) matched = fallback[matched - 1]!;
    if (code === wanted.charCodeAt(matched)) matched++;
    if (matched < wanted.length) continue;
    const at = index - wanted.length + 1;
    if (at >= from) {
      const next = visit(at);
      if (next === "found") return;
      from = next;
    }
    matched = fallback[matched - 1]!;
  }
}

/** For every prefix, the length of the longest shorter one that it ends with. */
function fallbacksOf(wanted: string): Int32Array {
  const fallback = new Int32Array(wanted.length);
  for (let index = 1, length = 0; index < wanted.length; index++) {
    while (length > 0 && wanted.charCodeAt(index) !== wanted.charCodeAt(length)) length = fallback[length - 1]!;
    if (wanted.charCodeAt(index) === wanted.charCodeAt(length)) length++;
    fallback[index] = length;
  }
  return fallback;
}
