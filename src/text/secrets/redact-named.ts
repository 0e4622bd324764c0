import { patternOfEndings } from "./pattern-of-endings.ts";
import { REDACTED } from "./redacted.ts";
import { isSecretName, WHOSE_KEY } from "./secret-names.ts";
import { isPlaceholder, looksLikeCredentials, looksLikeSecret } from "./secret-values.ts";

/** Removes the secret that a field's or header's name announces from its value. */
export function redactNamedValue(name: string, value: string): string {
  if (/^(?:set-)?cookie2?$/i.test(name)) return redactCookies(value);
  if (/^(?:proxy-)?authorization$/i.test(name)) return redactCredentials(value);
  return isSecretName(name) && looksLikeSecret(value, name) ? REDACTED : value;
}

/**
 * Removes secrets announced by the text before them: `DB_PASSWORD=…`, `clientSecret: "…"`, `Authorization: …`, `Cookie: …`,
 * `https://me:…@`.
 */
export function redactAnnounced(text: string): string {
  const clean = text
    .replace(ASSIGNMENT, withoutSecret)
    .replace(CREDENTIALS_HEADER, (_, head: string, value: string) => head + redactCredentials(value))
    .replace(COOKIE_HEADER, (_, head: string, value: string) => head + redactCookies(value))
    .replace(BEARER, (whole, head: string, token: string) => (isPlaceholder(token) ? whole : head + REDACTED));
  if (!clean.includes("@")) return clean;
  return clean.replace(PASSWORD_IN_URL, (whole, head: string, password: string) =>
    isPlaceholder(password) ? whole : `${head}${REDACTED}@`,
  );
}

function withoutSecret(whole: string, sign: string, named: string, value: string, at: number, all: string): string {
  const name = nameBefore(all, at, named);
  const isCalled = /[([]/.test(all[at + whole.length] ?? "");
  const isQuoted = /["'`]$/.test(sign);
  return isSecretName(name) && !isCalled && looksLikeSecret(value, name, { isQuoted }) ? sign + REDACTED : whole;
}

// Quotes may be escaped in a part of JSON; ten levels of nesting produce 1,023 backslashes.
const QUOTE = "\\\\{0,1023}[\"'`]?";
const UNQUOTED = "[^\\s\"'`\\\\,;&<>(){}[\\]|]{6,2000}";
const VALUE = `(?:(?<=["'\`])[^\\s"'\`\\\\]{6,2000}|${UNQUOTED})`;
const NAMES = [
  ...["password", "passwd", "passphrase", "pwd", "secret", "secrets", "token", "credential", "credentials"].flatMap(
    asWritten,
  ),
  ...["_key", "_pass", "_pat", "_auth", "-key", "-Key", ".key"].flatMap((end) => [end, end.toUpperCase()]),
  ...WHOSE_KEY.flatMap((whose) => [`${whose}key`, `${whose}Key`, ...asWritten(`${whose}Key`)]),
];
const HEADERS = ["authorization", "cookie"].flatMap(asWritten);

// Looking back from the sign is faster than searching for each name.
const ASSIGNMENT = new RegExp(
  `([:=](?<=(${patternOfEndings(NAMES)})${QUOTE}\\s{0,3}[:=])[=>]?\\s{0,3}${QUOTE})(${VALUE})`,
  "g",
);
const CREDENTIALS_HEADER = new RegExp(
  `([:=](?<=${patternOfEndings(asWritten("authorization"))}${QUOTE}\\s{0,3}[:=])[\\s[]{0,4}${QUOTE})((?:[A-Za-z0-9-]{2,20}\\s{1,3})?[^\\s"'\`\\\\]{8,4000})`,
  "g",
);
const COOKIE_HEADER = new RegExp(
  `([:=](?<=${patternOfEndings(asWritten("cookie"))}${QUOTE}\\s{0,3}[:=])[\\s[]{0,4}${QUOTE})(?=[^\\s=;"'\`\\\\]{1,100}=)([^\\r\\n"'\`\\\\]{1,8000})`,
  "g",
);
const PASSWORD_IN_URL =
  /(:(?<=[A-Za-z][A-Za-z0-9+.-]{1,20}:)\\{0,1023}\/\\{0,1023}\/[^\s/:@"'\\]{0,100}:)([^\s/:@"'\\]{3,200})@/g;
const BEARER = /\b((?:Bearer|bearer|BEARER)\s{1,99})(?=[A-Za-z0-9._~+/-]{0,200}\d)([A-Za-z0-9._~+/-]{16,20000}={0,9})/g;
export const BEARER_OF_TOKEN = /[Bb]earer|BEARER/;

const SECRET_AFTER_SIGN = `(?=>?\\s{0,3}${QUOTE}[^\\s"'\`\\\\$<{%*#([]{1,200}?[\\d!@#$%^&*?~+])`;
/** Preselects texts with a name followed by a possible secret, a header, a URL with credentials, or a bot; also in JSON nested in JSON. */
export const ANNOUNCEMENT = new RegExp(
  `[:=](?:${[
    `(?<=${patternOfEndings([...NAMES, ...HEADERS])}${QUOTE}\\s{0,3}:?[:=])(?:${SECRET_AFTER_SIGN}|(?<=${patternOfEndings(HEADERS)}${QUOTE}\\s{0,3}[:=]))`,
    "(?=\\\\{0,1023}/\\\\{0,1023}/[^\\s/]{1,300}@)",
    "(?=AA[A-Za-z0-9_-]{8})",
  ].join("|")})`,
);

/** In lower case, as part of a camel-case name, and as an environment variable. */
function asWritten(word: string): string[] {
  return [word, word[0]!.toUpperCase() + word.slice(1), word.toUpperCase()];
}

/** The complete name that ends in `end`, before the spaces and quotes that precede the sign. */
function nameBefore(text: string, sign: number, end: string): string {
  const before = text.slice(0, text.lastIndexOf(end, sign - end.length));
  // The letter after a backslash is not part of the name: in JSON a new line begins after `\n`.
  return /(?<!\\)[A-Za-z0-9_-]{0,60}$/.exec(before.slice(-61))![0] + end;
}

function redactCredentials(value: string): string {
  const [head] = /^\s{0,99}(?:[a-z0-9-]{2,20}\s{1,99}(?=\S{8}))?/i.exec(value)!;
  const [secret = ""] = value.slice(head.length).split(/\s/, 1);
  if (secret.length < 8) return value;
  return looksLikeCredentials(secret, head.trim()) ? head + REDACTED + value.slice(head.length + secret.length) : value;
}

const COOKIE_ATTRIBUTE = /^(?:expires|max-age|path|domain|samesite|version|priority)$/i;

function redactCookies(value: string): string {
  return value
    .split(";")
    .map((pair) => {
      const at = pair.indexOf("=");
      const [name, secret] = [pair.slice(0, at).trim(), pair.slice(at + 1).trim()];
      if (at < 1 || !/\d/.test(secret) || secret.length < 8 || COOKIE_ATTRIBUTE.test(name) || isPlaceholder(secret))
        return pair;
      return `${pair.slice(0, at)}=${REDACTED}`;
    })
    .join(";");
}
