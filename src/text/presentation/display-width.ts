/** Chinese, Japanese and Korean letters, full-width forms, and emoji fill two columns of a terminal. */
const WIDE =
  /^(?:[\u1100-\u115f\u231a\u231b\u2329\u232a\u2e80-\u303e\u3041-\ua4cf\ua960-\ua97f\uac00-\ud7a3\uf900-\ufaff\ufe10-\ufe19\ufe30-\ufe6f\uff01-\uff60\uffe0-\uffe6\u{16fe0}-\u{18aff}\u{1b000}-\u{1b2ff}\u{20000}-\u{3fffd}]|\p{Emoji_Presentation}|\p{Emoji}\ufe0f)/u;
/** Includes the marks of `toned`. */
const NOTHING = /^[\p{M}\p{Cc}\p{Default_Ignorable_Code_Point}\ufdd0-\ufdef]*$/u;
const COLOUR = /\u001b\[[0-9;]*m/g;

/** The terminal columns of a text. Colour codes take none. */
export function displayWidth(text: string): number {
  const shown = text.includes("\u001b") ? text.replace(COLOUR, "") : text;
  if (/^[\u0020-\u007e]*$/.test(shown)) return shown.length;
  let width = 0;
  for (const { segment } of graphemes.segment(shown)) width += NOTHING.test(segment) ? 0 : WIDE.test(segment) ? 2 : 1;
  return width;
}

/** Cuts a text to a number of terminal columns without splitting a colour code or character. */
export function cutToColumns(text: string, columns: number): string {
  let width = 0;
  let kept = "";
  for (const piece of text.split(/(\u001b\[[0-9;]*m)/)) {
    if (piece.startsWith("\u001b")) kept += piece;
    else
      for (const { segment } of graphemes.segment(piece)) {
        width += displayWidth(segment);
        if (width <= columns) kept += segment;
      }
  }
  return kept;
}

/** The characters of a text as a reader counts them. */
export function charactersOf(text: string): string[] {
  return Array.from(graphemes.segment(text), ({ segment }) => segment);
}

const graphemes = new Intl.Segmenter("en", { granularity: "grapheme" });
