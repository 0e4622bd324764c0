/**
 * Finds up to `most` numbers in a text. Digits within a word (`H2O`, `GPT-5`) are ignored. The point is the decimal sign. Groups
 * of three may be joined by comma, space, apostrophe or underscore: `1,234.5`, `10 000`. A comma not followed by three digits is
 * a decimal sign (`3,14`), as is one after grouping points (`1.234,50`).
 */
export function numbersIn(text: string, most = 20): { value: number; written: string }[] {
  const found: { value: number; written: string }[] = [];
  let from = 0;
  for (let digit = nextDigit(text, from); digit !== -1 && found.length < most; digit = nextDigit(text, from)) {
    const match = numberAround(text, digit, from);
    from = match ? match.end : digit + 1;
    if (match) found.push({ value: match.value, written: match.written });
    // The remaining digits of a run belong to the number or word it began in.
    if (!match || match.written.length >= LONGEST - LENGTH_OF_GROUP) while (isDigit(text.charCodeAt(from))) from++;
  }
  return found;
}

/**
 * Longest match, because an unbounded pattern would run out of backtracking space on millions of digits. The value is unaffected:
 * an integer this long exceeds every double, and further fraction digits don't matter.
 */
const LONGEST = 2000;
const LENGTH_OF_GROUP = 3;
/** A sign and a point can precede the first digit, preceded in turn by a two-unit letter and a hyphen. */
const MOST_BEFORE_DIGIT = 2;
const LOOKED_AT_BEFORE = 4;

function nextDigit(text: string, from: number): number {
  DIGIT.lastIndex = from;
  return DIGIT.exec(text)?.index ?? -1;
}

function isDigit(code: number): boolean {
  return code >= 0x30 && code <= 0x39;
}

/** Reads the number whose first digit is at `digit`, if one begins there. */
function numberAround(
  text: string,
  digit: number,
  from: number,
): { value: number; written: string; end: number } | null {
  if (IN_WORD.test(text.charAt(digit - 1))) return null;
  const earliest = Math.max(from, digit - MOST_BEFORE_DIGIT);
  const cut = Math.max(0, earliest - LOOKED_AT_BEFORE);
  const window = text.slice(cut, endOfWindow(text, digit + LONGEST));
  for (let start = earliest; start <= digit; start++) {
    NUMBER.lastIndex = start - cut;
    const match = NUMBER.exec(window);
    if (match) return { value: numberOf(match), written: match[0], end: start + match[0].length };
  }
  return null;
}

/** Ends the window between groups of three: a partial group would change how the digits before it are read. */
function endOfWindow(text: string, end: number): number {
  for (let at = end - 1; at >= end - LENGTH_OF_GROUP; at--) if (JOINS.test(text.charAt(at))) return at;
  return end;
}

function numberOf({ groups }: RegExpExecArray): number {
  const { sign = "", digits = "", exponent = "" } = groups as Record<string, string | undefined>;
  return Number(`${sign === "−" ? "-" : sign}${decimal(digits)}${exponent}`);
}

const DIGIT = /\d/g;
/** Most digits are not part of a number, and this test is cheaper than a match. */
const IN_WORD = /\w/;
const SPACES = " \\u00a0\\u2009\\u202f";
const JOINS = new RegExp(`[.,'’_${SPACES}]`);
const GROUPED_BY_COMMA = "[1-9]\\d{0,2}(?:,\\d{3})+(?:\\.\\d+)?(?!,?\\d)";
const GROUPED_BY_SPACE = `[1-9]\\d{0,2}(?<join>[${SPACES}'’_])\\d{3}(?:\\k<join>\\d{3})*(?:[.,]\\d+)?(?!\\d)`;
const GROUPED_BY_POINT = "[1-9]\\d{0,2}(?:\\.\\d{3})+,\\d+(?!\\d)|[1-9]\\d{0,2}(?:\\.\\d{3}){2,}(?!\\.?\\d)";
const WITH_DECIMAL_COMMA = "\\d+,\\d+(?!,?\\d)";
const PLAIN = "\\d+(?:\\.\\d+)?|\\.\\d+";

const NUMBER = new RegExp(
  `(?:(?<![\\p{L}\\p{N}_)\\]])(?<sign>[+\\-−]))?(?<![\\p{L}\\p{N}_]|\\p{L}[-−])` +
    `(?<digits>${[GROUPED_BY_COMMA, GROUPED_BY_SPACE, GROUPED_BY_POINT, WITH_DECIMAL_COMMA, PLAIN].join("|")})` +
    `(?<exponent>[eE][+-]?\\d+)?`,
  "uy",
);

/** Normalizes digits to a decimal point without grouping. */
function decimal(digits: string): string {
  const [whole] = [digits.replace(new RegExp(`[${SPACES}'’_]`, "g"), "")];
  if (!whole.includes(",")) return /\..*\./.test(whole) ? whole.replaceAll(".", "") : whole;
  if (new RegExp(`^(?:${GROUPED_BY_COMMA})$`).test(whole)) return whole.replaceAll(",", "");
  return whole.replaceAll(".", "").replace(",", ".");
}
