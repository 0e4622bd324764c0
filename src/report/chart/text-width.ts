/** Advance widths of the vendored font for U+0020 to U+007E, in thousandths of the font size. */
const ASCII_WIDTHS = [
  281, 278, 403, 631, 638, 812, 639, 222, 362, 362, 500, 659, 280, 460, 276, 357, 625, 464, 605, 636, 642, 608, 624,
  571, 616, 624, 276, 280, 659, 659, 659, 507, 936, 676, 651, 727, 719, 598, 587, 743, 740, 264, 543, 652, 562, 889,
  753, 761, 635, 761, 639, 638, 642, 741, 676, 949, 642, 665, 625, 362, 357, 362, 469, 452, 497, 564, 621, 558, 621,
  582, 361, 609, 591, 237, 237, 544, 237, 869, 585, 597, 609, 609, 372, 523, 364, 581, 557, 812, 540, 557, 541, 362,
  327, 362, 659,
];
const OTHER_LETTER = 650;
/** Chinese, Japanese and Korean letters and emoji are as wide as high. */
const WIDE =
  /[\u1100-\u115f\u2e80-\u9fff\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe4f\uff00-\uff60]|\p{Extended_Pictographic}/u;

/** Measures a line in the font size's unit; slightly overestimates unknown letters. */
export function textWidth(text: string, fontSize: number): number {
  let thousandths = 0;
  for (const character of text) {
    const width = ASCII_WIDTHS[character.codePointAt(0)! - 0x20];
    thousandths += width ?? (WIDE.test(character) ? 1000 : OTHER_LETTER);
  }
  return (thousandths * fontSize) / 1000;
}

/** Cuts a line wider than `limit`, with an ellipsis. */
export function fitText(text: string, fontSize: number, limit: number): string {
  if (textWidth(text, fontSize) <= limit) return text;
  const characters = [...text];
  while (characters.length > 1 && textWidth(`${characters.join("")}…`, fontSize) > limit) characters.pop();
  return `${characters.join("").trimEnd()}…`;
}

/** Breaks a text into lines no wider than `limit`, preferably between words. */
export function wrapText(text: string, fontSize: number, limit: number): string[] {
  const lines: string[] = [];
  for (const paragraph of text.split(/\r?\n/)) {
    let line = "";
    for (const word of paragraph.split(/\s+/).filter(Boolean)) {
      const longer = line === "" ? word : `${line} ${word}`;
      if (line !== "" && textWidth(longer, fontSize) > limit) {
        lines.push(line);
        line = word;
      } else line = longer;
    }
    if (line !== "") lines.push(fitText(line, fontSize, limit));
  }
  return lines;
}

/** Returns whether the vendored font has all characters, so that no system font is needed. */
export function drawnByVendoredFont(text: string): boolean {
  return /^[\n\u0020-\u007e\u00a0-\u017f\u0218-\u021b\u0391-\u03c9\u0400-\u045f\u2010-\u2027\u2030-\u203a\u20ac\u2122\u2190-\u2193\u2212\u2248\u2260\u2264\u2265]*$/.test(
    text,
  );
}
