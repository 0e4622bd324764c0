/**
 * The numbers of a text, from the first, at most this many. Digits that belong to a word (`H2O`, `GPT-5`) are none.
 *
 * The point is the decimal sign. Groups of three are joined by comma, space, apostrophe or underscore: `1,234.5`, `10 000`. A comma
 * with other than three digits behind it is a decimal sign (`3,14`), and so is one behind points (`1.234,50`).
 */
export function numbersIn(text: string, most = 20): { value: number; written: string }[] {
  const found: { value: number; written: string }[] = [];
  let from = 0;
  for (let digit = nextDigit(text, from); digit !== -1 && found.length < most; digit = nextDigit(text, from)) {
    const match = numberAround(text, digit, from);
    from = match ? match.end : digit + 1;
    if (match) found.push({ value: match.value, written: match.written });
    // What is left of a run of digits belongs to the number, or to the word, that it began in.
    if (!match || match.written.length >= LONGEST - LENGTH_OF_GROUP) while (isDigit(text.charCodeAt(from))) from++;
  }
  return found;
}

/**
 * No more than this is matched at once, because a pattern remembers every digit that it could go back to and has no room for millions. The
 * value is the same: an integer with as many digits is beyond all doubles, and a fraction has had all digits that count.
 */
const LONGEST = 2000;
const LENGTH_OF_GROUP = 3;
/** A sign and a point can stand before the first digit, and what is looked at before them is a letter of two units and a hyphen. */
const MOST_BEFORE_DIGIT = 2;
const LOOKED_AT_BEFORE = 4;

function nextDigit(text: string, from: number): number {
  DIGIT.lastIndex = from;
  return DIGIT.exec(text)?.index ?? -1;
}

function isDigit(code: number): boolean {
  return code >= 0x30 && code <= 0x39;
}

/** The number whose first digit is at `digit`, if that is where one begins. */
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

/** Not inside a group of three: with a part of one behind it, what is before is no number in groups. */
function endOfWindow(text: string, end: number): number {
  for (let at = end - 1; at >= end - LENGTH_OF_GROUP; at--) if (JOINS.test(text.charAt(at))) return at;
  return end;
}

function numberOf({ groups }: RegExpExecArray): number {
  const { sign = "", digits = "", exponent = "" } = groups as Record<string, string | undefined>;
  return Number(`${sign === "−" ? "-" : sign}${decimal(digits)}${exponent}`);
}

const DIGIT = /\d/g;
/** Most digits that are no number; looking is quicker than trying. */
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

/** The same digits with a point as decimal sign and no others. */
function decimal(digits: string): string {
  const [whole] = [digits.replace(new RegExp(`[${SPACES}'’_]`, "g"), "")];
  if (!whole.includes(",")) return /\..*\./.test(whole) ? whole.replaceAll(".", "") : whole;
  if (new RegExp(`^(?:${GROUPED_BY_COMMA})$`).test(whole)) return whole.replaceAll(",", "");
  return whole.replaceAll(".", "").replace(",", ".");
}
