import { markdownMarks } from "./markdown-marks.ts";
import { openForm, type TextForm } from "./quote-normal-form.ts";

/** What copying does to words without changing them, by name. */
export const COPYING_ARTEFACTS = [
  "letter_case",
  "quotation_marks",
  "markdown",
  "dashes",
  "ellipsis_character",
  "ligatures",
  "kangxi_forms",
  "html_entities",
  "escapes",
] as const;
export type CopyingArtefact = (typeof COPYING_ARTEFACTS)[number];

/** A text with its artefacts folded away, and what was folded where. */
export interface FoldedText extends TextForm {
  folded: Folding[];
}

export interface Folding {
  artefact: CopyingArtefact;
  start: number;
  end: number;
  /** What was there, so that the same in quote and text is no artefact. */
  was: string;
}

/**
 * Folds away what editors, PDF readers, web pages and careful writers change: curly, straight and nested quotation marks, the marks of
 * Markdown, kinds of dashes and the spaces around them, ligatures, Kangxi radicals, HTML entities, JSON escapes. No word, number or
 * negation is among it: the dash of -5 keeps its place, 6' does not become 6".
 */
export function foldArtefacts(text: string, { markdown }: { markdown: boolean }): FoldedText {
  const form = openForm();
  const folded: Folding[] = [];
  const marks = markdown ? markdownMarks(text) : null;
  let done = 0;
  for (const match of text.matchAll(FOLDABLE)) {
    const [found] = match;
    const { index } = match;
    if (index < done) continue;
    const folding = foldingOf(text, found, index, marks);
    if (folding === null) continue;
    const { artefact, replacement } = folding;
    const start = Math.max(done, folding.start);
    form.add(text.slice(done, start), done, start, true);
    form.add(replacement, start, folding.end, false);
    folded.push({ artefact, start, end: folding.end, was: text.slice(start, folding.end).replace(/\s+/g, " ") });
    done = folding.end;
  }
  form.add(text.slice(done), done, text.length, true);
  return { ...form.close(), folded };
}

const DASHES = "\\u2010-\\u2015\\u2043\\u2212\\uFE58\\uFE63\\uFF0D";
const MARKS = "\"'“”„‟«»″‹›‘’‚‛′´「」『』";
const FOLDABLE = new RegExp(
  [
    "\\\\(?:[nrt\"'\\\\/`*_{}()#+.!|>~-]|\\[|\\]|u[0-9a-fA-F]{4})",
    "&(?:#\\d{1,7}|#[xX][0-9a-fA-F]{1,6}|[A-Za-z]{2,6});",
    `[-${DASHES}]+`,
    `[${MARKS}…\\uFB00-\\uFB06\\u2E9F\\u2EF3\\u2F00-\\u2FD5]`,
    "\\*+|_+|`+",
  ].join("|"),
  "g",
);

interface FoundFolding {
  artefact: CopyingArtefact;
  replacement: string;
  start: number;
  end: number;
}

function foldingOf(text: string, found: string, start: number, marks: Map<number, number> | null): FoundFolding | null {
  const end = start + found.length;
  const first = found[0]!;
  if (first === "\\")
    return { artefact: "escapes", replacement: foldCharacter(unescaped(found), text, start), start, end };
  if (first === "&") {
    const character = characterOf(found);
    if (character === null) return null;
    return { artefact: "html_entities", replacement: foldCharacter(character, text, start), start, end };
  }
  if (MARK.test(first))
    return { artefact: "quotation_marks", replacement: foldCharacter(first, text, start), start, end };
  if (DASH.test(first)) return dashFolding(text, found, start, end);
  if (first === "…") return { artefact: "ellipsis_character", replacement: "...", start, end };
  if (/[*_`]/.test(first))
    return marks?.get(start) === end ? { artefact: "markdown", replacement: "", start, end } : null;
  return {
    artefact: first < "\u3000" ? "kangxi_forms" : "ligatures",
    replacement: first.normalize("NFKC"),
    start,
    end,
  };
}

/** Spaces around a dash come and go with its kind, unless a number follows: 5 - 3 and 5 -3 are not the same. */
function dashFolding(text: string, found: string, start: number, end: number): FoundFolding {
  let left = start;
  let right = end;
  while (left > 0 && isSpace(text[left - 1]!)) left--;
  while (right < text.length && isSpace(text[right]!)) right++;
  const stands = left < start === right > end;
  const isOneDash = found.length === 1 || /[^-]/.test(found) || (stands && found.length <= 3);
  const replacement = isOneDash ? "-" : found;
  if (/[\p{Nd}]/u.test(text[right] ?? "")) return { artefact: "dashes", replacement, start, end };
  return { artefact: "dashes", replacement, start: left, end: right };
}

const MARK = new RegExp(`[${MARKS}]`);
const DASH = new RegExp(`[-${DASHES}]`);

/** A quotation inside a quotation is written with the other kind of marks. After a digit they are units: feet and inches. */
function foldCharacter(character: string, text: string, at: number): string {
  if (MARK.test(character)) return /['‹›‘’‚‛′´]/.test(character) || !/\d/.test(text[at - 1] ?? "") ? "'" : '"';
  if (DASH.test(character)) return "-";
  if (character === "…") return "...";
  return character;
}

function unescaped(written: string): string {
  if (written[1] === "u") return String.fromCharCode(Number.parseInt(written.slice(2), 16));
  return /[nrt]/.test(written[1]!) ? " " : written[1]!;
}

function characterOf(entity: string): string | null {
  const name = entity.slice(1, -1);
  if (name[0] !== "#") return Object.hasOwn(ENTITIES, name) ? ENTITIES[name]! : null;
  const code = /^#[xX]/.test(name) ? Number.parseInt(name.slice(2), 16) : Number(name.slice(1));
  return code > 0 && code <= 0x10ffff && !(code >= 0xd800 && code <= 0xdfff) ? String.fromCodePoint(code) : null;
}

/** The entities that text is commonly escaped with; a name that is none of them stays as it is. */
const ENTITIES: Record<string, string> = {
  amp: "&",
  lt: "<",
  gt: ">",
  quot: '"',
  apos: "'",
  nbsp: " ",
  ndash: "–",
  mdash: "—",
  hellip: "…",
  lsquo: "‘",
  rsquo: "’",
  ldquo: "“",
  rdquo: "”",
  laquo: "«",
  raquo: "»",
  minus: "−",
  shy: "\u00ad",
};

function isSpace(character: string): boolean {
  return /\s/.test(character);
}
