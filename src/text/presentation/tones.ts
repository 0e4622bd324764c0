import pico from "picocolors";
import { visibleText } from "./visible-text.ts";

/** The meaning of a piece of text to a reader, which decides its colour, if any. */
export type Tone = "good" | "bad" | "doubtful" | "strong" | "faint" | "quoted" | "command";

/** The layout of a text for its reader. */
export interface Layout {
  /** The columns of the terminal; unlimited if omitted. */
  width?: number;
  /** Marks a text's tone for `paintTones`; omitted where nothing is painted. */
  mark?: (tone: Tone, text: string) => string;
}

/**
 * Marks a text's tone, if the layout supports it.
 *
 * @example `${toned(layout, "bad", "✗")} total_is_right`
 */
export function toned({ mark }: Layout, tone: Tone, text: string): string {
  return mark && text !== "" ? mark(tone, text) : text;
}

/**
 * Marks a tone with characters that Unicode reserves for internal use: they take no column, `visibleText` shows them in foreign
 * text, and `paintTones` turns them into colours, or nothing.
 */
export function markTone(tone: Tone, text: string): string {
  return `${BEGINS[tone]}${text}${ENDS}`;
}

/** Escapes and paints a text: even if a caller forgot to escape it, nothing in it controls the terminal. */
export function paintTones(text: string, colors: boolean): string {
  const brush = pico.createColors(colors);
  const paints: Record<Tone, (text: string) => string> = {
    good: brush.green,
    bad: brush.red,
    doubtful: brush.yellow,
    strong: brush.bold,
    faint: brush.dim,
    quoted: (quoted) => brush.bold(brush.yellow(quoted)),
    command: brush.cyan,
  };
  const open: Tone[] = [];
  let painted = "";
  for (const piece of text.split(MARKS)) {
    const tone = TONE_OF.get(piece);
    if (tone !== undefined) open.push(tone);
    else if (piece === ENDS) open.pop();
    // Colours end with each line, so that text shown beside it is unaffected.
    else
      painted += visibleText(piece).replace(/[^\n]+/g, (line) =>
        open.reduceRight((inner, outer) => paints[outer](inner), line),
      );
  }
  return painted;
}

const BEGINS: Record<Tone, string> = {
  good: "\ufdd0",
  bad: "\ufdd1",
  doubtful: "\ufdd2",
  strong: "\ufdd3",
  faint: "\ufdd4",
  quoted: "\ufdd5",
  command: "\ufdd6",
};
const ENDS = "\ufddf";
const MARKS = /([\ufdd0-\ufdd6\ufddf])/;
const TONE_OF = new Map((Object.keys(BEGINS) as Tone[]).map((tone) => [BEGINS[tone], tone]));
