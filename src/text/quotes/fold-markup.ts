import { markdownMarks } from "./markdown-marks.ts";
import type { FoldedText, Folding } from "./quote-artefacts.ts";
import { openForm } from "./quote-normal-form.ts";

export interface FoldOptions {
  /** Strip Markdown marks. */
  markdown: boolean;
  /** A quote may begin or end inside marked-up text. */
  isQuote: boolean;
}

/** Decodes HTML entities and escapes, and optionally strips Markdown marks. */
export function foldMarkup(text: string, { markdown, isQuote }: FoldOptions): FoldedText {
  const form = openForm();
  const folded: Folding[] = [];
  const marks = markdown ? markdownMarks(text, isQuote) : null;
  let done = 0;
  for (const match of text.matchAll(MARKUP)) {
    const [was] = match;
    const start = match.index;
    const end = start + was.length;
    const read = readMarkup(was, marks?.get(start) === end);
    if (read === null) continue;
    form.add(text.slice(done, start), done, start, true);
    form.add(read.character, start, end, false);
    folded.push({ artefact: read.artefact, start, end, was });
    done = end;
  }
  form.add(text.slice(done), done, text.length, true);
  return { ...form.close(), folded };
}

/** Backslashes are often doubled, because JSON is nested in JSON. */
const MARKUP =
  /\\{1,8}(?:[nrt"'“”‘’`*_{}()[\]#+.!|>~/-]|u[0-9a-fA-F]{4})|\\{2,8}|&(?:#\d{1,7}|#[xX][0-9a-fA-F]{1,6}|[A-Za-z]{2,6});|\*+|_+|`+/g;

function readMarkup(was: string, isMark: boolean): { artefact: Folding["artefact"]; character: string } | null {
  if (was[0] === "\\") return { artefact: "escapes", character: unescaped(was) };
  if (was[0] !== "&") return isMark ? { artefact: "markdown", character: "" } : null;
  const character = characterOf(was.slice(1, -1));
  return character === null ? null : { artefact: "html_entities", character };
}

function unescaped(was: string): string {
  const behind = was.replace(/^\\+/, "");
  if (behind === "") return "\\";
  if (behind.length > 1) return String.fromCharCode(Number.parseInt(behind.slice(1), 16));
  return /[nrt]/.test(behind) ? " " : behind;
}

function characterOf(name: string): string | null {
  if (name[0] !== "#") return Object.hasOwn(ENTITIES, name) ? ENTITIES[name]! : null;
  const code = /^#[xX]/.test(name) ? Number.parseInt(name.slice(2), 16) : Number(name.slice(1));
  return code > 0 && code <= 0x10ffff && !(code >= 0xd800 && code <= 0xdfff) ? String.fromCodePoint(code) : null;
}

/** The entities commonly used to escape text; any other name stays as it is. */
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
