import { createRequire } from "node:module";
import { toRe2Syntax } from "./pattern-syntax.ts";

/** A regular expression that runs in time linear in the text, for any text and expression. */
interface Pattern {
  find(text: string): { start: number; end: number } | null;
}

export type CompiledPattern =
  | { ok: true; pattern: Pattern }
  /** `at` is the 1-based position in the pattern, if known. */
  | { ok: false; message: string; at?: number; suggestion?: string };

type PatternFlag = "i" | "m" | "s";

/**
 * Compiles an RE2 pattern; `\u0041` and `\s` mean what they mean in JavaScript. Rejects features of backtracking engines
 * (look-around, back-references) with a hint: they can hang on a crafted text.
 *
 * @example compilePattern("^\\d+$") // { ok: true, … }
 */
export function compilePattern(source: string, flags = ""): CompiledPattern {
  const key = `${flags}/${source}`;
  const known = compiled.get(key);
  if (known) return known;
  const result = compile(source, flags);
  if (compiled.size >= MOST_REMEMBERED) compiled.clear();
  compiled.set(key, result);
  return result;
}

/** A check runs on every trial of its case; every data row can have its own pattern. */
const MOST_REMEMBERED = 1000;
const compiled = new Map<string, CompiledPattern>();

const require = createRequire(import.meta.url);
let loaded: typeof import("re2js") | undefined;

function compile(source: string, flags: string): CompiledPattern {
  // Loaded with the first pattern, so that workspaces without patterns start as fast as before.
  loaded ??= require("re2js") as typeof import("re2js");
  const { RE2JS, RE2JSException } = loaded;
  const bits = { i: RE2JS.CASE_INSENSITIVE, m: RE2JS.MULTILINE, s: RE2JS.DOTALL };
  const wanted = [...flags].reduce((sum, flag) => sum | (bits[flag as PatternFlag] ?? 0), 0);
  try {
    const expression = RE2JS.compile(toRe2Syntax(source), wanted);
    return {
      ok: true,
      pattern: {
        find(text) {
          const matcher = expression.matcher(text);
          return matcher.find() ? { start: matcher.start(), end: matcher.end() } : null;
        },
      },
    };
  } catch (error) {
    if (!(error instanceof RE2JSException)) throw error;
    const { error: reason = error.message, input } = error as { error?: string; input?: string | null };
    return explain(source, reason, input ?? "");
  }
}

function explain(source: string, reason: string, fragment: string): CompiledPattern {
  const at = positionOf(fragment, source);
  const rest = at === undefined ? fragment : source.slice(at);
  const known = NOT_LINEAR.find(({ begins }) => begins.test(rest));
  const where = at === undefined ? "" : ` at character ${at + 1}`;
  const place = at === undefined ? {} : { at: at + 1 };
  if (known) return { ok: false, message: `${known.what}${where}`, ...place, suggestion: known.instead };
  const shown = fragment === "" || fragment.length > 40 ? "" : ` ${JSON.stringify(fragment)}`;
  return { ok: false, message: `${reason}${shown}${where}`, ...place };
}

/** Constructs of other engines, and their alternatives. */
const NOT_LINEAR = [
  {
    begins: /^\(\?<?[=!]/,
    what: "look-ahead and look-behind are not supported",
    instead: "Write two checks, one of them with `not: true`",
  },
  {
    begins: /^\\(?:[1-9]|k<)/,
    what: "back-references are not supported",
    instead: "Write the text out, or use a hook",
  },
  {
    begins: /^\\p/i,
    what: "an unknown class of characters",
    instead: "Use names such as \\p{L}, \\p{Lu} or \\p{Greek}",
  },
  { begins: /^\\Z/, what: "an unknown escape", instead: "The end of the text is \\z" },
  { begins: /^\{\d/, what: "too many repetitions", instead: "Repeat at most 1,000 times" },
  {
    begins: /^[*+?}]\+/,
    what: "possessive repetition is not supported",
    instead: "Leave the second `+` out: nothing backtracks here",
  },
] as const;

/** The position of a fragment's first unescaped occurrence. */
function positionOf(fragment: string, source: string): number | undefined {
  if (fragment === "" || fragment === source) return fragment === source && source !== "" ? 0 : undefined;
  for (let at = source.indexOf(fragment); at >= 0; at = source.indexOf(fragment, at + 1)) {
    const backslashes = /\\*$/.exec(source.slice(0, at))![0].length;
    if (backslashes % 2 === 0) return at;
  }
  return undefined;
}
