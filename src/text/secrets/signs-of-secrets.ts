import { BROKEN_START } from "./folded-words.ts";
import { KEY_OF_BOT, START_OF_KEY, START_WITHOUT_SEPARATOR } from "./known-keys.ts";
import { ANNOUNCEMENT, BEARER_OF_TOKEN } from "./redact-named.ts";
import { patternOfBeginnings, patternOfValues } from "./redact-values.ts";

export interface Signs {
  /** A value of a key in use. */
  value: boolean;
  /** The beginning of a key of a known kind. */
  key: boolean;
  /** A name or header followed by a possible secret. */
  announcement: boolean;
  privateKey: boolean;
  /** A value or key that may continue on the next line. */
  folded: boolean;
}

/** Looks for signs of secrets. A sign reported as absent is absent from the text and from any data that it encodes as JSON. */
export interface SignReader {
  hasAny(text: string): boolean;
  read(text: string): Signs;
}

const PRIVATE_KEY = "PRIVATE KEY";
/** JSON may escape any letter by number, so only decoding can tell what such a text says. */
const ESCAPED_LETTER = "\\\\u00(?:2[b-fB-F]|3[0-9adAD]|[46][0-9a-fA-F]|[57][0-9afAF])";

/**
 * Creates the reader that every stored byte passes. Two fast patterns decide if the many others are tried: one for secrets that
 * begin anywhere, one that stops at separators, signs and line breaks and inspects their surroundings.
 */
export function createSignReader(secretValues: readonly string[], patterns: boolean): SignReader {
  const values = patternOfValues(secretValues);
  const beginnings = patterns ? patternOfBeginnings(secretValues) : values;
  const anywhere = new RegExp(
    [
      ...(beginnings ? [beginnings.source] : []),
      ...(patterns ? [START_WITHOUT_SEPARATOR.source, BEARER_OF_TOKEN.source, PRIVATE_KEY] : []),
      ...(beginnings || patterns ? [ESCAPED_LETTER] : ["(?!)"]),
    ].join("|"),
  );
  return {
    hasAny: (text) => anywhere.test(text) || (patterns && AT_STOPS.test(text)),
    read(text) {
      const key = patterns && (START_OF_KEY.test(text) || START_WITHOUT_SEPARATOR.test(text) || KEY_OF_BOT.test(text));
      return {
        value: values !== null && text.search(values) !== -1,
        key,
        announcement: patterns && (ANNOUNCEMENT.test(text) || BEARER_OF_TOKEN.test(text)),
        privateKey: patterns && text.includes(PRIVATE_KEY),
        folded: patterns && (key || beginnings?.test(text) === true || BROKEN_START.test(text)),
      };
    },
  };
}

const AT_STOPS = new RegExp([START_OF_KEY, ANNOUNCEMENT, BROKEN_START].map(({ source }) => source).join("|"));
