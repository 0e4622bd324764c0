import { charactersOf, displayWidth } from "./display-width.ts";

/** Narrower than this nothing is wrapped any more: it would be one word to a line. */
const NARROWEST = 20;

/**
 * Breaks every line that is wider than `width` between words; what follows is indented under it. A word is broken only where it alone is wider than a line,
 * and then behind a slash or a hyphen if there is one. Chinese and Japanese have no spaces: they break between any two characters.
 */
export function wrapLines(text: string, width: number | undefined): string {
  if (width === undefined) return text;
  const room = Math.max(width, NARROWEST);
  return text
    .split("\n")
    .map((line) => wrapLine(line, room).join("\n"))
    .join("\n");
}

/** One line as lines of at most `room` columns; `hanging` is what all but the first begin with. */
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

/** A sentence at the margin goes on at the margin; one that is indented goes on two columns further in, so that the next one is told from it. */
function hangingOf(line: string): string {
  const [, indent = "", mark] = /^( *)([-–·•✓✗○] )?/.exec(line)!;
  return indent.length === 0 && mark === undefined ? "" : `${indent}  `;
}

interface Piece {
  text: string;
  columns: number;
  /** A space stands before it, unless a line begins with it. */
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
/** No line begins with these, as in every printed book. */
const CLOSES = /^[、。，．！？：；）」』】〉》〕ー々…\p{Pe}\p{Pf}.,!?:;%\ufddf]/u;
const OPENS = /[（「『【〈《〔\p{Ps}\p{Pi}\ufdd0-\ufdd6]$/u;

function isWide(character: string): boolean {
  return displayWidth(character) === 2;
}

/** A word with wide characters, divided wherever a line may end in it. */
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

/** A name or an address that alone is wider than a line. */
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

/** Behind the last slash, hyphen or the like, unless that leaves most of the line empty. */
function breakBehind(part: string): number {
  const mark = Math.max(...["/", "-", "_", "+", "=", "&", ",", "."].map((sign) => part.lastIndexOf(sign)));
  return mark + 1 >= part.length / 3 ? mark + 1 : part.length;
}
