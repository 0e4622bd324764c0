import { escapeForPattern } from "../patterns/escape-pattern.ts";
import { anyEnding } from "./any-ending.ts";
import { KEY_KINDS, type KeyKind } from "./redact-kinds.ts";
import type { Range } from "./redacted.ts";

/** The keys of known kinds in a text, in order. */
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

/** Nobody issues a longer one. Without an end, a pattern has no room for all the letters of a very long word that it could go back to. */
const LONGEST_KEY = 20_000;

/** A JSON web token: header and claims are JSON, so both begin alike. */
const JSON_WEB_TOKEN = `eyJ[A-Za-z0-9_-]{8,2000}\\.eyJ[A-Za-z0-9_-]{8,4000}\\.[A-Za-z0-9_-]{8,${LONGEST_KEY}}`;

/**
 * Not in the middle of a word. What an escape, a percent-encoding or a colour of the terminal ends in is no word: in the text
 * of JSON a key at the beginning of a line has an `n` before it.
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
/** A bot of Telegram: its number, and a key that begins with two letters which never change. */
const TOKEN_OF_BOT = "\\d{8,10}:AA[A-Za-z0-9_-]{33}";
export const KEY_OF_BOT = /:AA[A-Za-z0-9_-]{8}/;

const KEY = `${unusual}|${JSON_WEB_TOKEN}|(?:${BOUNDARY})(?:${ordinary}|${TOKEN_OF_BOT})`;

const KEY_HERE = new RegExp(KEY, "y");

const starts = KEY_KINDS.flatMap((kind) => kind.starts);

/**
 * Finds the texts that may hold a key. Looking at separators and then back is several times quicker than looking for sixty beginnings
 * everywhere. `task_` is in every packet and begins no key.
 */
export const START_OF_KEY = new RegExp(
  `[-_.](?:(?<=(${anyEnding(starts.filter((start) => /[-_.]$/.test(start)))}))(?<!task[_-])(?=[A-Za-z0-9_+/=\\\\-]{8})|(?=eyJ)(?<=(eyJ[A-Za-z0-9_-]{8,2000}\\.)))`,
);
export const START_WITHOUT_SEPARATOR = new RegExp(starts.filter((start) => !/[-_.]$/.test(start)).join("|"));
const STARTS = new RegExp(`${START_OF_KEY.source}|${START_WITHOUT_SEPARATOR.source}|(?<![0-9])[0-9]{8,10}(?=:AA)`, "g");

/** A key of a known kind, whatever is before it. */
export const ANY_KEY = `${unusual}|${JSON_WEB_TOKEN}|${ordinary}|${TOKEN_OF_BOT}`;

/** A key whose length is published, from its first letter to its last, whatever is before it. */
export const ANY_KEY_OF_KNOWN_LENGTH = KEY_KINDS.flatMap((kind) =>
  kind.fixed ? [startOf(kind) + kind.fixed] : [],
).join("|");
