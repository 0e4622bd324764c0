/**
 * Visits the occurrences of `wanted` in a text from left to right until a visit accepts one. A visit may return the position to
 * continue from. Linear in the length of the text, for any inputs.
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

/**
 * V8's search skips by at most the last 250 characters of a pattern: on repetitive input, 5 MB and 100,000 characters take it two
 * minutes.
 */
const LONGEST_FOR_INDEX_OF = 200;

/** Knuth, Morris and Pratt (1977): no character of the text is re-read after a mismatch. */
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

/** For every prefix, the length of its longest proper suffix that is also a prefix. */
function fallbacksOf(wanted: string): Int32Array {
  const fallback = new Int32Array(wanted.length);
  for (let index = 1, length = 0; index < wanted.length; index++) {
    while (length > 0 && wanted.charCodeAt(index) !== wanted.charCodeAt(length)) length = fallback[length - 1]!;
    if (wanted.charCodeAt(index) === wanted.charCodeAt(length)) length++;
    fallback[index] = length;
  }
  return fallback;
}
