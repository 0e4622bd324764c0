import pico from "picocolors";
import { visibleText } from "./visible-text.ts";

/** What a piece of text means to a reader. Colours follow from it where there are any, and nothing else does. */
export type Tone = "good" | "bad" | "doubtful" | "strong" | "faint" | "quoted" | "command";

/** How a text is set for whoever reads it. */
export interface Layout {
  /** The columns of the terminal; lines are as long as they get when left out. */
  width?: number;
  /** Marks what a text means, for `paintTones`; left out where nothing is painted. */
  mark?: (tone: Tone, text: string) => string;
}

/**
 * Says what a text means, where the layout wants to know it.
 *
 * @example `${toned(layout, "bad", "✗")} total_is_right`
 */
export function toned({ mark }: Layout, tone: Tone, text: string): string {
  return mark && text !== "" ? mark(tone, text) : text;
}

/**
 * The marks are characters that Unicode keeps for a program's own use: they fill no column, `visibleText` shows them where somebody else wrote them, and
 * `paintTones` makes colours of them, or nothing.
 */
export function markTone(tone: Tone, text: string): string {
  return `${BEGINS[tone]}${text}${ENDS}`;
}

/** Makes a text safe and paints it: whatever was forgotten on the way, nothing in it steers the terminal. */
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
    // A colour ends with its line: what a terminal shows beside it stays as it is.
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
