import { escapeForPattern } from "../patterns/escape-pattern.ts";
import { patternOfEndings } from "./pattern-of-endings.ts";
import { KEY_KINDS, type KeyKind } from "./redact-kinds.ts";
import type { Range } from "./redacted.ts";

/** Finds the keys of known kinds in a text, in order. */
export function* knownKeys(text: string): Generator<Range> {
  let rest = 0;
  for (const { index, 1: start, 2: header } of text.matchAll(STARTS)) {
    const before = (start ?? header ?? " ").length - 1;
    const from = index - before;
    if (from < rest) continue;
    KEY_HERE.lastIndex = from;
    const [key] = KEY_HERE.exec(text) ?? [];
    if (key === undefined) continue;
    rest = from + key.length;
    yield { from, until: rest };
  }
}

/** Longer than any key issued. An unbounded pattern would run out of backtracking space on a very long word. */
const LONGEST_KEY = 20_000;

/** A JSON web token. Header and claims are JSON, so both begin alike. */
const JSON_WEB_TOKEN = `eyJ[A-Za-z0-9_-]{8,2000}\\.eyJ[A-Za-z0-9_-]{8,4000}\\.[A-Za-z0-9_-]{8,${LONGEST_KEY}}`;

/**
 * The start of a word. The end of an escape, a percent-encoding or a terminal colour also counts: in JSON text, a key at the
 * start of a line follows the `n` of `\n`.
 */
const BOUNDARY = [
  "(?<![A-Za-z0-9_])",
  "(?<=\\\\[nrtbfv0])",
  "(?<=\\\\u[0-9A-Fa-f]{4})",
  "(?<=\\\\x[0-9A-Fa-f]{2})",
  "(?<=%[0-9A-Fa-f]{2})",
  "(?<==3D)",
  "(?<=(?:\\x1b|\\\\u001[bB]|\\\\x1[bB]|\\\\033|\\\\e)\\[[0-9;]{0,20}m)",
].join("|");

const startOf = ({ starts }: KeyKind) => `(?:${starts.map(escapeForPattern).join("|")})`;
const bodyOf = ({ body }: KeyKind) => body.replaceAll(",}", `,${LONGEST_KEY}}`);
const patternsOf = (kinds: KeyKind[]) => `(?:${kinds.map((kind) => startOf(kind) + bodyOf(kind)).join("|")})`;
const unusual = patternsOf(KEY_KINDS.filter(({ anywhere }) => anywhere));
const ordinary = patternsOf(KEY_KINDS.filter(({ anywhere }) => !anywhere));
/** A Telegram bot token: the bot's number, and a key that always begins with the same two letters. */
const TOKEN_OF_BOT = "\\d{8,10}:AA[A-Za-z0-9_-]{33}";
export const KEY_OF_BOT = /:AA[A-Za-z0-9_-]{8}/;

const KEY = `${unusual}|${JSON_WEB_TOKEN}|(?:${BOUNDARY})(?:${ordinary}|${TOKEN_OF_BOT})`;

const KEY_HERE = new RegExp(KEY, "y");

const starts = KEY_KINDS.flatMap((kind) => kind.starts);

/**
 * Preselects texts that may hold a key. Searching for separators and looking back is several times faster than searching for
 * sixty prefixes everywhere. Excludes `task_`, which is in every packet and starts no key.
 */
export const START_OF_KEY = new RegExp(
  `[-_.](?:(?<=(${patternOfEndings(starts.filter((start) => /[-_.]$/.test(start)))}))(?<!task[_-])(?=[A-Za-z0-9_+/=\\\\-]{8})|(?=eyJ)(?<=(eyJ[A-Za-z0-9_-]{8,2000}\\.)))`,
);
export const START_WITHOUT_SEPARATOR = new RegExp(starts.filter((start) => !/[-_.]$/.test(start)).join("|"));
const STARTS = new RegExp(`${START_OF_KEY.source}|${START_WITHOUT_SEPARATOR.source}|(?<![0-9])[0-9]{8,10}(?=:AA)`, "g");

/** A key of a known kind, regardless of what precedes it. */
export const ANY_KEY = `${unusual}|${JSON_WEB_TOKEN}|${ordinary}|${TOKEN_OF_BOT}`;

/** A key of published length, from first letter to last, regardless of what precedes it. */
export const ANY_KEY_OF_KNOWN_LENGTH = KEY_KINDS.flatMap((kind) =>
  kind.fixed ? [startOf(kind) + kind.fixed] : [],
).join("|");
