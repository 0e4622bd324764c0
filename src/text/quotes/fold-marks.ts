import type { FoldedText, Folding } from "./quote-artefacts.ts";
import { openForm } from "./quote-normal-form.ts";

/** Unifies quotation marks and dashes, and expands ligatures and Kangxi radicals. */
export function foldMarks(text: string): FoldedText {
  const form = openForm();
  const folded: Folding[] = [];
  let done = 0;
  for (const match of text.matchAll(FOLDABLE)) {
    const [found] = match;
    if (match.index < done) continue;
    const { artefact, replacement, ...place } = foldingOf(text, found, match.index);
    const start = Math.max(done, place.start);
    form.add(text.slice(done, start), done, start, true);
    form.add(replacement, start, place.end, false);
    folded.push({ artefact, start, end: place.end, was: text.slice(start, place.end).replace(/\s+/g, " ") });
    done = place.end;
  }
  form.add(text.slice(done), done, text.length, true);
  return { ...form.close(), folded };
}

const DASHES = "\\u2010-\\u2015\\u2043\\u2212\\uFE58\\uFE63\\uFF0D";
const MARKS = "\"'“”„‟«»″‹›‘’‚‛′´「」『』";
const FOLDABLE = new RegExp(`[-${DASHES}]+|[${MARKS}…\\uFB00-\\uFB06\\u2E9F\\u2EF3\\u2F00-\\u2FD5]`, "g");
const MARK = new RegExp(`[${MARKS}]`);
const DASH = new RegExp(`[-${DASHES}]`);

interface FoundFolding {
  artefact: Folding["artefact"];
  replacement: string;
  start: number;
  end: number;
}

function foldingOf(text: string, found: string, start: number): FoundFolding {
  const end = start + found.length;
  const first = found[0]!;
  if (MARK.test(first))
    return { artefact: "quotation_marks", replacement: oneMark(first, text[start - 1], text[end]), start, end };
  if (DASH.test(first)) return dashFolding(text, found, start, end);
  if (first === "…") return { artefact: "ellipsis_character", replacement: "...", start, end };
  const artefact = first < "\u3000" ? "kangxi_forms" : "ligatures";
  return { artefact, replacement: first.normalize("NFKC"), start, end };
}

/**
 * Maps all quotation marks to one, because a nested quotation switches to the other kind. Exceptions are marks inside a word,
 * where a single mark is an apostrophe (`f"the` is two words, "can't" is one), and marks after a digit, where they are units
 * (feet and inches).
 */
function oneMark(mark: string, before = "", after = ""): string {
  const isSingle = /['‹›‘’‚‛′´]/.test(mark);
  if (/\d/.test(before)) return isSingle ? "'" : '"';
  return isSingle && /\p{L}/u.test(before) && /\p{L}/u.test(after) ? "'" : '"';
}

/** Ignores spaces around a dash, since they vary with its kind, unless a number follows: 5 - 3 and 5 -3 differ. */
function dashFolding(text: string, found: string, start: number, end: number): FoundFolding {
  let left = start;
  let right = end;
  while (left > 0 && /\s/.test(text[left - 1]!)) left--;
  while (right < text.length && /\s/.test(text[right]!)) right++;
  // Two hyphens are a dash only between words; before a word they belong to it: --force.
  const isBetween = left < start ? right > end : /\p{L}/u.test(text[start - 1] ?? "") && /\p{L}/u.test(text[end] ?? "");
  const isOneDash = found.length === 1 || /[^-]/.test(found) || (isBetween && found.length <= 3);
  const replacement = isOneDash ? "-" : found;
  const isBeforeNumber = /\p{Nd}/u.test(text[right] ?? "");
  return { artefact: "dashes", replacement, start: isBeforeNumber ? start : left, end: isBeforeNumber ? end : right };
}
