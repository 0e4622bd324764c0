/**
 * The numbers of a text, from the first, at most so many. Digits that belong to a word (`H2O`, `GPT-5`) are none.
 *
 * The point is the decimal sign. Groups of three are joined by comma, space, apostrophe or underscore: `1,234.5`, `10 000`. A comma
 * with other than three digits behind it is a decimal sign (`3,14`), and so is one behind points (`1.234,50`).
 */
export function numbersIn(text: string, most = 20): { value: number; written: string }[] {
  const found: { value: number; written: string }[] = [];
  for (const { 0: written, groups } of text.matchAll(NUMBER)) {
    const { sign = "", digits = "", exponent = "" } = groups as Record<string, string | undefined>;
    const plain = `${sign === "−" ? "-" : sign}${decimal(digits)}${exponent}`;
    found.push({ value: Number(plain), written });
    if (found.length >= most) break;
  }
  return found;
}

const SPACES = " \\u00a0\\u2009\\u202f";
const GROUPED_BY_COMMA = "[1-9]\\d{0,2}(?:,\\d{3})+(?:\\.\\d+)?(?!,?\\d)";
const GROUPED_BY_SPACE = `[1-9]\\d{0,2}(?<join>[${SPACES}'’_])\\d{3}(?:\\k<join>\\d{3})*(?:[.,]\\d+)?(?!\\d)`;
const GROUPED_BY_POINT = "[1-9]\\d{0,2}(?:\\.\\d{3})+,\\d+(?!\\d)|[1-9]\\d{0,2}(?:\\.\\d{3}){2,}(?!\\.?\\d)";
const WITH_DECIMAL_COMMA = "\\d+,\\d+(?!,?\\d)";
const PLAIN = "\\d+(?:\\.\\d+)?|\\.\\d+";

const NUMBER = new RegExp(
  `(?:(?<![\\p{L}\\p{N}_)\\]])(?<sign>[+\\-−]))?(?<![\\p{L}\\p{N}_]|\\p{L}[-−])` +
    `(?<digits>${[GROUPED_BY_COMMA, GROUPED_BY_SPACE, GROUPED_BY_POINT, WITH_DECIMAL_COMMA, PLAIN].join("|")})` +
    `(?<exponent>[eE][+-]?\\d+)?`,
  "gu",
);

/** The same digits with a point as decimal sign and no others. */
function decimal(digits: string): string {
  const [whole] = [digits.replace(new RegExp(`[${SPACES}'’_]`, "g"), "")];
  if (!whole.includes(",")) return /\..*\./.test(whole) ? whole.replaceAll(".", "") : whole;
  if (new RegExp(`^(?:${GROUPED_BY_COMMA})$`).test(whole)) return whole.replaceAll(",", "");
  return whole.replaceAll(".", "").replace(",", ".");
}
