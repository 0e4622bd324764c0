import { escapeUnits } from "../json/visible-json.ts";
/**
 * Makes foreign text (of a model, a judge, a provider, a file name) safe for people to read: nothing in it controls a terminal,
 * reorders the line or hides. Such characters are shown as `\u202e`; line ends and tabs stay. Characters that emoji and the
 * scripts of Arabic and India need are left alone.
 *
 * @example visibleText("50\u202e.txt") // "50\\u202e.txt"
 */
export function visibleText(text: string): string {
  return NOT_PLAIN.test(text) ? text.replace(/\r\n?|[\u2028\u2029]/g, "\n").replace(HIDDEN, escapeUnits) : text;
}

/** Like `visibleText`, on one line: every run of white space becomes one space. */
export function visibleLine(text: string): string {
  return visibleText(text).replace(/\s+/g, " ").trim();
}

/** Like `visibleLine`, cut with an ellipsis if longer than `limit` characters. */
export function shortLine(text: string, limit: number): string {
  const line = visibleLine(text);
  // A cut must not leave half a character.
  return line.length > limit ? `${line.slice(0, limit - 1).replace(/[\ud800-\udbff]$/, "")}…` : line;
}

/** Most texts have nothing but printable ASCII, line ends and tabs. */
const NOT_PLAIN = /[^\t\n\u0020-\u007e]/;

/** Letters of scripts that are misspelt without joiners. */
const JOINING = String.raw`\p{Script=Arabic}\p{Script=Syriac}\p{Script=Devanagari}\p{Script=Bengali}\p{Script=Gurmukhi}\p{Script=Gujarati}\p{Script=Oriya}\p{Script=Tamil}\p{Script=Telugu}\p{Script=Kannada}\p{Script=Malayalam}\p{Script=Sinhala}`;

const HIDDEN = new RegExp(
  [
    String.raw`(?![\n\t])[\p{Cc}\p{Cs}]`,
    String.raw`(?![\u200c\u200d\ufe0e\ufe0f])[\p{Cf}\p{Default_Ignorable_Code_Point}]`,
    // Reserved for internal use; `toned` uses some of them.
    String.raw`[\ufdd0-\ufdef]`,
    // Unicode counts Braille blank, fillers and blank hieroglyphs as letters or symbols, but they are invisible.
    String.raw`[\u2800\u{16fe4}\u{13441}\u{13442}\u{1d159}]`,
    String.raw`(?<![${JOINING}])\u200c`,
    String.raw`(?<![${JOINING}\p{Extended_Pictographic}\p{Emoji_Modifier}\ufe0f])\u200d`,
    String.raw`(?<![\p{Emoji}\p{Extended_Pictographic}])[\ufe0e\ufe0f]`,
  ].join("|"),
  "gu",
);
