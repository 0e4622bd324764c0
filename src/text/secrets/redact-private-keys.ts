import type { Range } from "./redacted.ts";

const BEGINNING = /-----BEGIN [A-Z0-9 ]{0,30}PRIVATE KEY(?: BLOCK)?-----/g;
const END = /-----END [A-Z0-9 ]{0,30}PRIVATE KEY(?: BLOCK)?-----/g;

/** As it is, or as it is written inside JSON. */
const LINE_BREAK = "(?:\\r?\\n|(?:\\\\{1,15}r)?\\\\{1,15}n)";
/** What quoting, a diff, a box or `cat -n` puts before a line. */
const MARGIN = "[ \\t]*(?:\\d{1,6}[\\t:|]|[>|│+#*-]|//)?[ \\t]*";
const HEADER = "(?:[A-Za-z-]{3,20}: [^\\n\\\\]{0,200})?";
const LINE_OF_KEY = `[ \\t]*${LINE_BREAK}${MARGIN}(?:[A-Za-z0-9+/]+={0,2}|${HEADER})(?=[ \\t]*(?:\\r?\\n|\\\\{1,15}[rn]|["'\`]|$))`;
/** The lines of a key that is cut off, or its long words where the lines were joined. */
const REST_OF_KEY = new RegExp(`^(?:${LINE_OF_KEY}|[ \\t]+[A-Za-z0-9+/]{40,}={0,2})*`);
/** The longest keys in use have 12,000 letters; a pattern has no room for all the letters of a very long text that it could go back to. */
const LONGEST_REST = 100_000;
const WHOLE_LINE_OF_KEY = new RegExp(`^${MARGIN}[A-Za-z0-9+/]+={0,2}[ \\t]*$`);
const LONGEST_TAIL = 20_000;

/** The blocks of private keys in a text, in order; also those that lost their beginning or their end. */
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
    // Whoever only mentions how such a block begins gave nothing away.
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

/** Where the lines of a key begin whose end is all that is named; `until` if there are none. */
function startOfTail(text: string, from: number, until: number): number {
  const parts = text.slice(from, until).split(new RegExp(`(${LINE_BREAK})`));
  let start = until - parts.at(-1)!.length;
  let longest = 0;
  // The lines are every other part, with the line breaks between them.
  for (let at = parts.length - 3; at >= 0 && WHOLE_LINE_OF_KEY.test(parts[at]!); at -= 2) {
    start -= parts[at]!.length + parts[at + 1]!.length;
    longest = Math.max(longest, parts[at]!.length);
  }
  return longest >= 16 ? start : until;
}
