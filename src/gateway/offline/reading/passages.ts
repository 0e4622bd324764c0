import type { Source } from "./task.ts";

/** A sentence of a source, verbatim, with its heading. */
export interface Passage {
  source: string;
  heading: string | null;
  text: string;
}

/** Every sentence of the sources in order; list items and table rows count as sentences, headings do not. */
export function passagesOf(sources: Source[]): Passage[] {
  return sources.flatMap(({ name, text }) => {
    const passages: Passage[] = [];
    let heading: string | null = null;
    let paragraph: string[] = [];
    const keep = (part: string) => {
      if (/[\p{L}\d]/u.test(part)) passages.push({ source: name, heading, text: part.trim() });
    };
    const endParagraph = () => {
      for (const sentence of sentencesOf(paragraph.join(" "))) keep(sentence);
      paragraph = [];
    };
    for (const line of text.split(/\r?\n/)) {
      const [, title] = /^#+\s*(.*)$/.exec(line) ?? [];
      const [, item] = /^\s*(?:[-*•]|\d+[.)])\s+(.*)$/.exec(line) ?? [];
      // A self-contained line without a full stop: a table row, a `key: value`.
      const isRow = line.startsWith("|") || /^[\w ]{1,40}[:=,\t] ?\S/.test(line);
      if (title !== undefined || item !== undefined || isRow || line.trim() === "") endParagraph();
      if (title !== undefined) heading = title;
      else if (item !== undefined) sentencesOf(item).forEach(keep);
      else if (isRow) sentencesOf(line).forEach(keep);
      else if (line.trim() !== "") paragraph.push(line.trim());
    }
    endParagraph();
    return passages;
  });
}

function sentencesOf(text: string): string[] {
  return text.split(/(?<=[.!?]["”)]?)\s+(?=["“(]?[\p{Lu}\d])/u);
}

const STOP_WORDS = new Set(
  "the and for are was were with that this from have has had does did what which who whom whose when where why how many much long often old far big there their they them then than into onto about after before file note text document attached attachment according answer question tell give name say says does please only just using use you your our its it's can could will would should shall may might must not any all some each every per year date day time number amount word words sentence sentences take takes need needs get gets quote policy save write".split(
    " ",
  ),
);

/**
 * Finds the sentence that answers a question: it shares most of the question's words and contains the kind of value asked for.
 * Null if nothing comes close: the sources lack the answer.
 */
export function findPassage(question: string, sources: Source[]): Passage | null {
  const wanted = new Set(terms(question));
  if (wanted.size === 0) return null;
  const holds = expectedKind(question);
  let best: { passage: Passage; shared: number; at: number } | null = null;
  for (const passage of passagesOf(sources)) {
    const own = terms(passage.text);
    const said = new Set([...own, ...terms(passage.heading ?? "")]);
    const shared = [...wanted].filter((term) => said.has(term)).length / wanted.size;
    if (shared <= 0.5 || !holds.test(passage.text)) continue;
    // Of two equal matches, prefers the one that mentions it first, as its topic.
    const first = own.findIndex((term) => wanted.has(term));
    const at = first === -1 ? own.length : first;
    if (!best || shared > best.shared || (shared === best.shared && at < best.at)) best = { passage, shared, at };
  }
  return best?.passage ?? null;
}

/** The part of a passage that a question asks for: a number, a date, a name; the whole if unclear. */
export function valueIn(question: string, { text }: Passage): string {
  return expectedKind(question).exec(text)?.[0]?.trim() || text;
}

/** Sentences for a summary: those with figures first, then from the top; returned in text order. */
export function summarizingPassages(sources: Source[], count: number): Passage[] {
  const all = passagesOf(sources);
  const ranked = all
    .map((passage, position) => ({ passage, position, figures: /\d/.test(passage.text) ? 1 : 0 }))
    .sort((a, b) => b.figures - a.figures || a.position - b.position);
  return ranked
    .slice(0, count)
    .sort((a, b) => a.position - b.position)
    .map(({ passage }) => passage);
}

const MONTH = "(?:January|February|March|April|May|June|July|August|September|October|November|December)";

function expectedKind(question: string): RegExp {
  if (/\b(?:which|what) year\b/i.test(question)) return /\b1\d{3}\b|\b20\d{2}\b/;
  if (/\bwhen\b|\b(?:which|what) (?:date|day)\b/i.test(question))
    return new RegExp(
      String.raw`\b\d{1,2}(?:st|nd|rd|th)? ${MONTH}(?: \d{4})?|\b${MONTH}(?: \d{1,2})?(?:,? \d{4})?|\b\d{4}(?:-\d\d-\d\d)?\b`,
    );
  if (/\bhow (?:many|much|long|often|old|far|big)\b|\bwhat (?:number|price|amount)\b|\bnumber of\b/i.test(question))
    return /[$€£]?\d[\d,.]*\d%?|[$€£]?\d%?|\b(?:one|two|three|four|five|six|seven|eight|nine|ten|twelve)\b/;
  if (/\bwho\b/i.test(question)) return /\p{Lu}[\p{L}'-]+(?: \p{Lu}[\p{L}.'-]+)+/u;
  return /[\s\S]+/;
}

/** Words that carry meaning, stemmed so that `opened` matches `opens`. */
function terms(text: string): string[] {
  return (text.toLowerCase().match(/[\p{L}\d]+/gu) ?? [])
    .filter((word) => word.length > 2 && !STOP_WORDS.has(word))
    .map((word) => word.replace(/(?:ing|ed|es|s|e)$/, ""));
}
