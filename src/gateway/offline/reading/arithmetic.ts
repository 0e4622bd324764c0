/** A calculation found in a text, and its result. */
export interface Calculation {
  expression: string;
  value: number;
}

type Operator = "+" | "-" | "*" | "/";
type Token = number | Operator | "(" | ")";

/** Combines two numbers; a hasty reader passes its own. */
export type Combine = (left: number, operator: Operator, right: number) => number;

export interface Habits {
  combine?: Combine;
  /** Multiplication before addition; a hasty reader goes from left to right. */
  precedence?: boolean;
}

const WORD_OPERATORS: [RegExp, string][] = [
  [/\bplus\b|\badded to\b/gi, "+"],
  [/\bminus\b/gi, "-"],
  [/\b(?:times|multiplied by)\b|[×·]|(?<=\d)\s*x\s*(?=\d)/gi, "*"],
  [/\b(?:divided by|over)\b|÷/gi, "/"],
];

/** The first calculation that a text asks for, in digits or in words; null if there is none. */
export function findCalculation(text: string, habits: Habits = {}): Calculation | null {
  const named = findNamed(text);
  if (named) return { expression: named.join(" + "), value: named.reduce((sum, term) => sum + term, 0) };
  const share = /(\d+(?:\.\d+)?)\s*(?:%|percent)\s+of\s+(\d+(?:\.\d+)?)/i.exec(plainNumbers(text));
  if (share) {
    const expression = `${share[1]} / 100 * ${share[2]}`;
    return { expression, value: rounded((Number(share[1]) * Number(share[2])) / 100) };
  }
  // Dates and fractions have no spaces (2026-01-31, 1/2); a calculation in prose has spaces around its signs.
  const apart = plainNumbers(text).replace(/(?<=\d)[-/](?=\d)/g, "_");
  const symbols = WORD_OPERATORS.reduce((read, [word, sign]) => read.replace(word, ` ${sign} `), apart);
  const pattern = /\(*\s*-?\d+(?:\.\d+)?(?:\s*\)*\s*[+*/-]\s*\(*\s*-?\d+(?:\.\d+)?\s*\)*)+/g;
  const [expression] = [...symbols.matchAll(pattern)]
    .map(([found]) => balance(found))
    .filter((found) => found !== null);
  if (!expression) return null;
  const value = evaluate(tokens(expression), habits);
  return value === null ? null : { expression: expression.replace(/\s+/g, " ").trim(), value };
}

/** "the sum of 3, 4 and 5", "add 3 and 4". */
function findNamed(text: string): number[] | null {
  const [, list] =
    /\b(?:sum|total) of\s+((?:-?\d+(?:\.\d+)?(?:\s*,\s*(?:and\s+)?|\s+and\s+)?){2,})/i.exec(plainNumbers(text)) ?? [];
  const [, first, second] = /\badd\s+(-?\d+(?:\.\d+)?)\s+(?:and|to)\s+(-?\d+(?:\.\d+)?)/i.exec(text) ?? [];
  if (list) return [...list.matchAll(/-?\d+(?:\.\d+)?/g)].map(([number]) => Number(number));
  return first && second ? [Number(first), Number(second)] : null;
}

/** 1,234 without its comma. */
function plainNumbers(text: string): string {
  return text.replace(/(?<=\d),(?=\d{3}\b)/g, "");
}

function balance(expression: string): string | null {
  const [open, closed] = [expression.split("(").length, expression.split(")").length];
  const trimmed = expression.trim();
  if (open === closed) return trimmed;
  // A parenthesis of the surrounding sentence, not of the calculation.
  if (closed > open && trimmed.endsWith(")")) return balance(trimmed.slice(0, -1));
  return open > closed && trimmed.startsWith("(") ? balance(trimmed.slice(1)) : null;
}

function tokens(expression: string): Token[] {
  const parts = expression.match(/\d+(?:\.\d+)?|[-+*/()]/g) ?? [];
  return parts.map((part) => (/\d/.test(part) ? Number(part) : (part as Token)));
}

/** Recursive descent over the four operations and parentheses. */
function evaluate(list: Token[], { combine = exactly, precedence = true }: Habits): number | null {
  let at = 0;
  function level(operators: Operator[], next: () => number): number {
    let left = next();
    while (operators.includes(list[at] as Operator)) {
      const operator = list[at++] as Operator;
      left = combine(left, operator, next());
    }
    return left;
  }
  function factor(): number {
    const token = list[at++];
    if (token === "(") {
      const inner = sum();
      return list[at++] === ")" ? inner : Number.NaN;
    }
    if (token === "-") return -factor();
    return typeof token === "number" ? token : Number.NaN;
  }
  const sum = (): number =>
    precedence ? level(["+", "-"], () => level(["*", "/"], factor)) : level(["+", "-", "*", "/"], factor);
  const value = sum();
  return Number.isFinite(value) && at === list.length ? rounded(value) : null;
}

function exactly(left: number, operator: Operator, right: number): number {
  return { "+": left + right, "-": left - right, "*": left * right, "/": left / right }[operator];
}

/** Ten decimals: 0.1 + 0.2 is 0.3. */
function rounded(value: number): number {
  return Number(value.toFixed(10));
}
