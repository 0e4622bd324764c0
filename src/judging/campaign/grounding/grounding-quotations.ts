import { isBlank } from "../../../text/index.ts";

/** A stretch of evidence between quotation marks or backticks. */
export interface Quotation {
  kind: "quote" | "code";
  text: string;
  /** Offsets of the marks. */
  start: number;
  end: number;
}

/**
 * The possible readings of a quotation that begins at or after `from`, the likeliest first: up to its closing mark if the marks
 * inside are pairs, else as far as possible. A quote may contain marks of its own, `"Run "make" first"`, and unclosed ones; the
 * lookup shows which reading is meant. Empty when there are no more quotes.
 */
export function nextQuotation(evidence: string, from: number): Quotation[] {
  OPENING.lastIndex = from;
  let isFirst = from === 0;
  for (let match = OPENING.exec(evidence); match; match = OPENING.exec(evidence)) {
    const [opening] = match;
    const readings = readingsOf(evidence, opening, match.index, isFirst);
    isFirst = false;
    if (readings.length > 0) return readings;
  }
  return [];
}

/** Quotation marks of several languages, with their closing marks. */
const CLOSING: Record<string, string> = {
  "```": "```",
  "`": "`",
  '"': '"',
  "“": "”“",
  "”": "”",
  "„": "“”",
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

function readingsOf(evidence: string, opening: string, start: number, isFirst: boolean): Quotation[] {
  if (!mayOpen(evidence, opening, start)) return [];
  const begin = start + opening.length;
  const marks = marksAfter(evidence, opening, begin);
  const whole = isFirst ? lastClosing(evidence, opening, marks) : [];
  return [...closingPlaces(marks), ...whole].flatMap((at) => {
    const text = contentOf(evidence.slice(begin, at), opening, evidence[start - 1]);
    const kind = opening.startsWith("`") ? "code" : "quote";
    const end = at + (opening === "```" ? 3 : 1);
    return isBlank(text) ? [] : [{ kind, text, start, end } as const];
  });
}

/** Removes a fence's language, and the backslash that an escaped closing mark leaves behind. */
function contentOf(between: string, opening: string, before: string | undefined): string {
  const text = opening === "```" ? between.replace(/^[\w+-]*\n/, "") : between;
  return (before === "\\" ? text.replace(/\\+$/, "") : text).trim();
}

/** A mark of the opened kind. `either`: between Chinese characters it may be both. `inside`: between letters, as in `file`s. */
interface Mark {
  at: number;
  role: "opens" | "closes" | "either" | "inside";
}

/** Limit of nesting; later marks usually belong to other quotes. */
const MOST_MARKS = 24;

function marksAfter(evidence: string, opening: string, begin: number): Mark[] {
  const closers = CLOSING[opening]!;
  const isFence = opening === "```";
  const marks: Mark[] = [];
  for (let at = begin; at < evidence.length && marks.length < MOST_MARKS; at++) {
    const character = evidence[at]!;
    if (isFence ? !evidence.startsWith("```", at) : character !== opening && !closers.includes(character)) continue;
    const mayEnd = isFence || closers.includes(character);
    const closes = mayEnd && mayClose(evidence, at);
    const opens = character === opening && mayOpen(evidence, opening, at) && !standsAtAnEnd(evidence, at);
    const inside = mayEnd && !/['‘‚]/.test(opening);
    const role = closes && opens ? "either" : closes ? "closes" : opens ? "opens" : inside ? "inside" : null;
    if (role) marks.push({ at, role });
  }
  return marks;
}

/**
 * Reads all of the evidence as one quote, such as a line of JSON, if it has more marks than are tried individually. Tried only at
 * the first quotation: thousands of marks would be thousands of long quotes.
 */
function lastClosing(evidence: string, opening: string, marks: Mark[]): number[] {
  if (marks.length < MOST_MARKS || opening === "```") return [];
  for (let at = evidence.length - 1; at > marks.at(-1)!.at; at--)
    if (CLOSING[opening]!.includes(evidence[at]!) && mayClose(evidence, at)) return [at];
  return [];
}

/**
 * Possible ends of a quotation, the likeliest first: where the marks since the start are pairs. A mark that closes nothing
 * belongs to the quote that began here, and nothing shorter is meant: "done" is not all of "done" to anyone". Something longer
 * may be: in code, marks such as `""` do not show which of them opens.
 */
function closingPlaces(marks: Mark[]): number[] {
  const closing = marks.filter(({ role }) => role === "closes" || role === "either");
  if (closing.length === 0)
    return marks
      .slice(0, 1)
      .filter(({ role }) => role === "inside")
      .map(({ at }) => at);
  let depth = 1;
  let balanced: Mark | null = null;
  let closesNothing: Mark | null = null;
  for (const mark of marks) {
    const closes = mark.role === "closes" || (mark.role === "either" && depth > 0);
    if (closes && depth === 0) closesNothing = mark;
    else if (closes) {
      depth--;
      if (depth === 0) balanced ??= mark;
    } else if (mark.role !== "inside") depth++;
  }
  if (closesNothing) {
    const { at } = closesNothing;
    return [at, ...closing.flatMap((mark) => (mark.at > at ? [mark.at] : [])).reverse()];
  }
  const farFirst = closing.filter((mark) => mark !== balanced).reverse();
  return (balanced ? [balanced, ...farFirst] : farFirst).map(({ at }) => at);
}

/** True for an opening mark, which touches the text after it. Quotation marks do not occur inside words, as apostrophes do. */
function mayOpen(evidence: string, opening: string, at: number): boolean {
  return !joins(evidence[at - 1]) && (opening === "«" || !isSpace(evidence[at + opening.length]));
}

/** True if the mark closes: after the end of a sentence or a bracket, or before one. */
function standsAtAnEnd(evidence: string, at: number): boolean {
  return /[.,;!?)\]}]/.test(evidence[at - 1] ?? "") || /[.,;:!?)\]}。，；：！？、）」』]/.test(evidence[at + 1] ?? "");
}

function mayClose(evidence: string, at: number): boolean {
  return !joins(evidence[at + 1]) && (evidence[at] === "»" || !isSpace(evidence[at - 1]));
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
