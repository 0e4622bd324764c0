import { literalsIn, maskLiterals } from "./literals.ts";

/** The form that an instruction requires of an answer. */
export interface AnswerShape {
  /** Only the number, one word, or an observed output. */
  only: "number" | "word" | "output" | null;
  /** Keys of a JSON object; empty if JSON is required without named keys. */
  json: string[] | null;
  bullets: number | null;
  sentences: number | null;
  letters: "upper" | "lower" | null;
  begins: string | null;
  ends: string | null;
}

const COUNTS: Record<string, number> = { one: 1, two: 2, three: 3, four: 4, five: 5, six: 6, seven: 7, eight: 8 };
const COUNT = `(\\d+|${Object.keys(COUNTS).join("|")})`;

export function readShape(rules: string): AnswerShape {
  const masked = maskLiterals(rules);
  const { text } = masked;
  const has = (pattern: RegExp) => pattern.test(text);
  const count = (pattern: string) => {
    const [, found] = new RegExp(pattern, "i").exec(text) ?? [];
    return found === undefined ? null : (COUNTS[found.toLowerCase()] ?? Number(found));
  };
  const literalAfter = (pattern: string) => {
    const [found] = new RegExp(String.raw`${pattern}[^.\n\uE000]{0,30}\uE000\d+\uE001`, "i").exec(text) ?? [];
    return found ? (literalsIn(found, masked).at(-1) ?? null) : null;
  };
  return {
    only: has(
      /\b(?:only|just|nothing but)\s+(?:with\s+)?(?:the\s+|a\s+)?(?:number|result|integer|figure|total)\b|\bnumber only\b/i,
    )
      ? "number"
      : has(/\b(?:one|a single|exactly one) word\b(?! file)/i)
        ? "word"
        : has(/\b(?:only|just|nothing but|exactly)\s+(?:with\s+)?(?:the output|its output|the content)\b/i)
          ? "output"
          : null,
    json: has(/\bJSON\b/) ? jsonKeys(text, masked) : null,
    bullets: count(`${COUNT}\\s+(?:short\\s+)?bullet`) ?? (has(/\bbullet(?:ed)? (?:list|points)\b/i) ? 3 : null),
    sentences: count(`(?:in|exactly|at most|no more than|with)\\s+${COUNT}\\s+(?:short\\s+)?sentences?\\b(?! that)`),
    letters: has(/\bupper[- ]?case\b|\bcapital letters\b|\ball caps\b/i)
      ? "upper"
      : has(/\blower[- ]?case\b/i)
        ? "lower"
        : null,
    begins: literalAfter(String.raw`\b(?:start|begin)s?\b`),
    ends: literalAfter(String.raw`\bend(?:s|ing)?\b`),
  };
}

/** Applies the required letter case, beginning and end. */
export function applyShape(text: string, { letters, begins, ends }: AnswerShape): string {
  const cased = letters === "upper" ? text.toUpperCase() : letters === "lower" ? text.toLowerCase() : text;
  const started = begins && !cased.startsWith(begins) ? `${begins} ${cased}` : cased;
  return ends && !started.endsWith(ends) ? `${started} ${ends}` : started;
}

/** Names after `keys`, `fields` or `properties`, quoted or in a plain list. */
function jsonKeys(text: string, masked: ReturnType<typeof maskLiterals>): string[] {
  const [, list] = /\b(?:keys?|fields?|properties)\b\s*:?\s*([^.:\n]+)/i.exec(text) ?? [];
  if (!list) return [];
  const quoted = literalsIn(list, masked);
  if (quoted.length > 0) return quoted;
  return list
    .split(/,\s*(?:and\s+)?|\s+and\s+/)
    .map((name) => name.trim())
    .filter((name) => /^[A-Za-z_]\w*$/.test(name));
}
