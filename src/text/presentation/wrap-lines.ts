import { charactersOf, displayWidth } from "./display-width.ts";

/** Below this width nothing is wrapped: there would be one word to a line. */
const NARROWEST = 20;

/**
 * Wraps every line wider than `width` between words, with an indent. Breaks a word only if it alone is wider than a line,
 * preferably after a slash or a hyphen. Chinese and Japanese have no spaces and break between any two characters.
 */
export function wrapLines(text: string, width: number | undefined): string {
  if (width === undefined) return text;
  const room = Math.max(width, NARROWEST);
  return text
    .split("\n")
    .map((line) => wrapLine(line, room).join("\n"))
    .join("\n");
}

/** Wraps one line to `room` columns; all but the first begin with `hanging`. */
export function wrapLine(line: string, room: number, hanging = hangingOf(line)): string[] {
  if (displayWidth(line) <= room) return [line];
  const indent = /^ */.exec(line)![0];
  const lines: string[] = [];
  let current = indent;
  let filled = indent.length;
  let isEmpty = true;
  for (const { text, columns, spaced } of piecesOf(line.slice(indent.length), Math.max(1, room - hanging.length))) {
    const gap = spaced && !isEmpty ? 1 : 0;
    if (!isEmpty && filled + gap + columns > room) {
      lines.push(current);
      current = hanging + text;
      filled = hanging.length + columns;
      continue;
    }
    current += (gap === 1 ? " " : "") + text;
    filled += gap + columns;
    isEmpty = false;
  }
  return [...lines, current];
}

/**
 * The indent of continuation lines: none for a sentence at the margin, two extra columns for an indented one, so that it is told
 * from the next.
 */
function hangingOf(line: string): string {
  const [, indent = "", mark] = /^( *)([-–·•✓✗○] )?/.exec(line)!;
  return indent.length === 0 && mark === undefined ? "" : `${indent}  `;
}

interface Piece {
  text: string;
  columns: number;
  /** Preceded by a space, unless it begins a line. */
  spaced: boolean;
}

function piecesOf(text: string, room: number): Piece[] {
  // `95 %` and `± 0.4` are one word to a reader.
  const words = text.split(/ +(?![%±])/).filter((word) => word !== "");
  return words.flatMap((word, number) =>
    partsOfWord(word, room).map((part, at) => ({
      text: part,
      columns: displayWidth(part),
      spaced: number > 0 && at === 0,
    })),
  );
}

function partsOfWord(word: string, room: number): string[] {
  const hasWide = NOT_ASCII.test(word) && charactersOf(word).some(isWide);
  if (!hasWide && displayWidth(word) <= room) return [word];
  return hasWide ? partsBetweenCharacters(word).flatMap((part) => partsThatFit(part, room)) : partsThatFit(word, room);
}

const NOT_ASCII = /[^\u0020-\u007e]/;
/** Characters that never begin a line, as in printed books. */
const CLOSES = /^[、。，．！？：；）」』】〉》〕ー々…\p{Pe}\p{Pf}.,!?:;%\ufddf]/u;
const OPENS = /[（「『【〈《〔\p{Ps}\p{Pi}\ufdd0-\ufdd6]$/u;

function isWide(character: string): boolean {
  return displayWidth(character) === 2;
}

/** Splits a word with wide characters wherever a line may end. */
function partsBetweenCharacters(word: string): string[] {
  const parts: string[] = [];
  let wasWide = false;
  for (const character of charactersOf(word)) {
    const last = parts.at(-1);
    const mayDivide =
      last !== undefined && (wasWide || isWide(character)) && !CLOSES.test(character) && !OPENS.test(last);
    if (last === undefined || mayDivide) parts.push(character);
    else parts[parts.length - 1] = last + character;
    wasWide = isWide(character);
  }
  return parts;
}

/** Splits a name or an address that alone is wider than a line. */
function partsThatFit(word: string, room: number): string[] {
  if (displayWidth(word) <= room) return [word];
  const parts: string[] = [];
  let part = "";
  let columns = 0;
  for (const character of charactersOf(word)) {
    const wide = displayWidth(character);
    if (columns + wide > room) {
      const cut = breakBehind(part);
      parts.push(part.slice(0, cut));
      part = part.slice(cut);
      columns = displayWidth(part);
    }
    part += character;
    columns += wide;
  }
  return [...parts, part];
}

/** The offset after the last slash, hyphen or the like, unless that would leave most of the line empty. */
function breakBehind(part: string): number {
  const mark = Math.max(...["/", "-", "_", "+", "=", "&", ",", "."].map((sign) => part.lastIndexOf(sign)));
  return mark + 1 >= part.length / 3 ? mark + 1 : part.length;
}
