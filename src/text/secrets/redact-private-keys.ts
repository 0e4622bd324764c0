import type { Range } from "./redacted.ts";

const BEGINNING = /-----BEGIN [A-Z0-9 ]{0,30}PRIVATE KEY(?: BLOCK)?-----/g;
const END = /-----END [A-Z0-9 ]{0,30}PRIVATE KEY(?: BLOCK)?-----/g;

/** A literal line break, or one escaped in JSON. */
const LINE_BREAK = "(?:\\r?\\n|(?:\\\\{1,15}r)?\\\\{1,15}n)";
/** A line prefix of a quotation, a diff, a box or `cat -n`. */
const MARGIN = "[ \\t]*(?:\\d{1,6}[\\t:|]|[>|│+#*-]|//)?[ \\t]*";
const HEADER = "(?:[A-Za-z-]{3,20}: [^\\n\\\\]{0,200})?";
const LINE_OF_KEY = `[ \\t]*${LINE_BREAK}${MARGIN}(?:[A-Za-z0-9+/]+={0,2}|${HEADER})(?=[ \\t]*(?:\\r?\\n|\\\\{1,15}[rn]|["'\`]|$))`;
/** The lines of a truncated key, or its long words if the lines were joined. */
const REST_OF_KEY = new RegExp(`^(?:${LINE_OF_KEY}|[ \\t]+[A-Za-z0-9+/]{40,}={0,2})*`);
/**
 * Longest truncated key that is matched. Keys in use have at most 12,000 letters; an unbounded pattern would run out of
 * backtracking space on a very long text.
 */
const LONGEST_REST = 100_000;
const WHOLE_LINE_OF_KEY = new RegExp(`^${MARGIN}[A-Za-z0-9+/]+={0,2}[ \\t]*$`);
const LONGEST_TAIL = 20_000;

/** Finds the private key blocks of a text, in order, including those missing their first or last line. */
export function* privateKeys(text: string): Generator<Range> {
  const beginnings = [...text.matchAll(BEGINNING)];
  const ends = [...text.matchAll(END)];
  let rest = 0;
  let nextEnd = 0;
  for (const [number, { index, 0: beginning }] of beginnings.entries()) {
    yield* tailsBefore(index);
    const end = ends[nextEnd];
    if (end && end.index < (beginnings[number + 1]?.index ?? text.length)) {
      rest = end.index + end[0].length;
      nextEnd++;
      yield { from: index, until: rest };
      continue;
    }
    const afterBeginning = index + beginning.length;
    const { length } = REST_OF_KEY.exec(text.slice(afterBeginning, afterBeginning + LONGEST_REST))![0];
    rest = afterBeginning + length;
    // A header without key material, as in documentation, reveals nothing.
    if (length > 0) yield { from: index, until: rest };
  }
  yield* tailsBefore(text.length);

  function* tailsBefore(until: number): Generator<Range> {
    for (; nextEnd < ends.length && ends[nextEnd]!.index < until; nextEnd++) {
      const { index, 0: end } = ends[nextEnd]!;
      const from = startOfTail(text, Math.max(rest, index - LONGEST_TAIL), index);
      rest = index + end.length;
      if (from < index) yield { from, until: rest };
    }
  }
}

/** The start of the key lines before a bare end marker; `until` if there are none. */
function startOfTail(text: string, from: number, until: number): number {
  const parts = text.slice(from, until).split(new RegExp(`(${LINE_BREAK})`));
  let start = until - parts.at(-1)!.length;
  let longest = 0;
  // Every other part is a line; the parts between are line breaks.
  for (let at = parts.length - 3; at >= 0 && WHOLE_LINE_OF_KEY.test(parts[at]!); at -= 2) {
    start -= parts[at]!.length + parts[at + 1]!.length;
    longest = Math.max(longest, parts[at]!.length);
  }
  return longest >= 16 ? start : until;
}
