import { isBlank } from "../../text/index.ts";

/** A stretch of evidence between quotation marks or backticks. */
export interface Quotation {
  kind: "quote" | "code";
  text: string;
  /** Where the marks begin and end. */
  start: number;
  end: number;
}

/**
 * The ways to read a quotation that begins at or after `from`, the likeliest first: up to the mark that closes it if the marks inside
 * are pairs, else as far as possible. What is quoted may hold marks of its own, `"Run "make" first"`, and marks that nobody closes;
 * which reading is meant shows when it is looked up. Empty when nothing is quoted any more.
 */
export function nextQuotation(evidence: string, from: number): Quotation[] {
  OPENING.lastIndex = from;
  for (let match = OPENING.exec(evidence); match; match = OPENING.exec(evidence)) {
    const [opening] = match;
    const readings = readingsOf(evidence, opening, match.index);
    if (readings.length > 0) return readings;
  }
  return [];
}

/** Quotation marks of several languages, with the marks that close them. */
const CLOSING: Record<string, string> = {
  "```": "```",
  "`": "`",
  '"': '"”',
  "“": '”“"',
  "”": "”",
  "„": '“”"',
  "«": "»",
  "»": "«",
  "‹": "›",
  "「": "」",
  "『": "』",
  "‚": "‘’",
  "‘": "’'",
  "'": "'’",
};
const OPENING = /```|[`"“”„«»‹「『‚‘']/g;
/** Readings that are tried; nobody nests deeper. */
const MOST_READINGS = 12;

function readingsOf(evidence: string, opening: string, start: number): Quotation[] {
  if (!mayOpen(evidence, opening, start)) return [];
  const begin = start + opening.length;
  const { balanced, closing } = closingMarks(evidence, opening, begin);
  const farFirst = closing.filter((at) => at !== balanced).reverse();
  return (balanced === null ? farFirst : [balanced, ...farFirst]).flatMap((at) => {
    const text = contentOf(evidence.slice(begin, at), opening, evidence[start - 1]);
    const end = at + (opening === "```" ? 3 : 1);
    return isBlank(text) ? [] : [{ kind: opening.startsWith("`") ? "code" : "quote", text, start, end } as const];
  });
}

/** A fence names its language; a mark that is itself escaped leaves the backslash of the closing one behind. */
function contentOf(between: string, opening: string, before: string | undefined): string {
  const text = opening === "```" ? between.replace(/^[\w+-]*\n/, "") : between;
  return (before === "\\" ? text.replace(/\\+$/, "") : text).trim();
}

interface ClosingMarks {
  /** Where all marks opened since are closed again. */
  balanced: number | null;
  closing: number[];
}

function closingMarks(evidence: string, opening: string, begin: number): ClosingMarks {
  const closers = CLOSING[opening]!;
  const isFence = opening === "```";
  const likely: number[] = [];
  const unlikely: number[] = [];
  let depth = 1;
  let balanced: number | null = null;
  for (let at = begin; at < evidence.length && likely.length < MOST_READINGS && depth < MOST_READINGS; at++) {
    if (isFence ? !evidence.startsWith("```", at) : !closers.includes(evidence[at]!) && evidence[at] !== opening)
      continue;
    const isClosing = isFence || closers.includes(evidence[at]!);
    if (isClosing && mayClose(evidence, at)) {
      likely.push(at);
      depth--;
      if (depth === 0) balanced ??= at;
    } else if (evidence[at] === opening && mayOpen(evidence, opening, at)) depth++;
    else if (isClosing && !isApostrophe(opening) && !isSpace(evidence[at - 1])) unlikely.push(at);
  }
  return likely.length > 0 ? { balanced, closing: likely } : { balanced: null, closing: unlikely.slice(0, 1) };
}

/** Marks that quote do not stand inside words, as apostrophes do. An opening mark touches what follows it. */
function mayOpen(evidence: string, opening: string, at: number): boolean {
  return !joins(evidence[at - 1]) && (opening === "«" || !isSpace(evidence[at + opening.length]));
}

function mayClose(evidence: string, at: number): boolean {
  return !joins(evidence[at + 1]) && (evidence[at] === "»" || !isSpace(evidence[at - 1]));
}

function isApostrophe(mark: string): boolean {
  return mark === "'" || mark === "‘" || mark === "‚";
}

function joins(character: string | undefined): boolean {
  return (
    character !== undefined &&
    /^(?!\p{Script=Han}|\p{Script=Hiragana}|\p{Script=Katakana})[\p{L}\p{N}_]/u.test(character)
  );
}

function isSpace(character: string | undefined): boolean {
  return character === undefined || /\s/.test(character);
}
