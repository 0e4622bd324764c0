/** The limit of a cell in Excel. */
const LONGEST_CELL = 32_767;

/**
 * A text for a spreadsheet cell. A text that would be read as a formula gets a leading apostrophe, which spreadsheets hide;
 * control characters that no spreadsheet accepts are written as `\u0000`; a text too long for a cell is cut, with an ellipsis.
 *
 * @example spreadsheetText("=1+1") // "'=1+1"
 */
export function spreadsheetText(text: string): string {
  const plain = text.replace(/\p{Surrogate}/gu, "\ufffd").replace(CONTROL, showControl);
  const safe = BEGINS_A_FORMULA.test(plain) ? `'${plain}` : plain;
  return safe.length <= LONGEST_CELL ? safe : `${safe.slice(0, LONGEST_CELL - 1).replace(/[\ud800-\udbff]$/, "")}…`;
}

/** Also after white space and for full-width signs, which some spreadsheets treat alike. */
const BEGINS_A_FORMULA = /^[\t\r\n ]*[=+\-@\uff1d\uff0b\uff0d\uff20]|^[\t\r]/;

const CONTROL = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f]/g;

function showControl(character: string): string {
  return `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`;
}
