import { escapeForPattern } from "./escape-pattern.ts";
/** Replaces secrets in a text. Applying it twice changes nothing more. */
export interface Redactor {
  (text: string): string;
  /** False only if nothing would be replaced in this text, nor in any text of the data whose JSON it is. */
  mayFind?(text: string): boolean;
}

export interface RedactorOptions {
  /** Also what merely looks like a secret; the values themselves always go. */
  patterns?: boolean;
}

export const REDACTED = "[redacted]";

/** Dummy keys such as `ollama` or `EMPTY` are ordinary words; replacing them would damage answers and hide nothing. */
const SHORTEST_SECRET = 8;

/**
 * Makes a function that takes secrets out of a text: the exact values given, however they are encoded (JSON, URL,
 * base64 at any offset, hex), and what looks like a well-known kind of key.
 */
export function createRedactor(secretValues: readonly string[], { patterns = true }: RedactorOptions = {}): Redactor {
  const forms = secretForms(secretValues);
  const exact = forms.length > 0 ? new RegExp(forms.map(escapeForPattern).join("|"), "g") : null;
  const redact: Redactor = (text) => {
    if (text.length < SHORTEST_SECRET) return text;
    let redacted = exact ? text.replace(exact, REDACTED) : text;
    if (patterns && MIGHT_HOLD_SECRET.test(redacted))
      for (const [pattern, replacement] of SECRET_PATTERNS) redacted = redacted.replace(pattern, replacement);
    return redacted;
  };
  // JSON writes the beginnings of keys as they are, and secrets in a form that is among those looked for.
  redact.mayFind = (text) =>
    (exact !== null && text.search(exact) !== -1) || (patterns && MIGHT_HOLD_SECRET.test(text));
  return redact;
}

/** Overwrites secrets in bytes that are not text, keeping their length; null when there are none. */
export type ByteRedactor = (content: Buffer) => Buffer | null;

export function createByteRedactor(secretValues: readonly string[]): ByteRedactor {
  const forms = secretForms(secretValues).map((form) => Buffer.from(form));
  return (content) => {
    let clean: Buffer | null = null;
    for (const form of forms)
      for (let at = content.indexOf(form); at >= 0; at = content.indexOf(form, at + form.length)) {
        clean ??= Buffer.from(content);
        clean.fill("*", at, at + form.length);
      }
    return clean;
  };
}

/** Redacts every string of a JSON value, names of fields included. Parts without secrets are not copied. */
export function redactJson<Value>(value: Value, redact: Redactor): Value {
  // One look at the whole is much quicker than one at every part, and most data holds no secret.
  if (redact.mayFind?.(JSON.stringify(value) ?? "") === false) return value;
  return redactAny(value, redact) as Value;
}

function redactAny(value: unknown, redact: Redactor): unknown {
  if (typeof value === "string") return redact(value);
  if (Array.isArray(value)) {
    const parts = value.map((part) => redactAny(part, redact));
    return parts.some((part, index) => part !== value[index]) ? parts : value;
  }
  if (typeof value === "object" && value !== null) {
    let changed = false;
    const entries = Object.entries(value).map(([name, part]) => {
      const entry = [redact(name), redactAny(part, redact)] as const;
      changed ||= entry[0] !== name || entry[1] !== part;
      return entry;
    });
    return changed ? Object.fromEntries(entries) : value;
  }
  return value;
}

/**
 * Well-known kinds of secrets, each specific enough that ordinary prose and code do not match. Repetitions that can fail
 * are bounded, so that no text makes them slow.
 */
const SECRET_PATTERNS: [RegExp, string][] = [
  [/-----BEGIN [A-Z0-9 ]{0,30}PRIVATE KEY-----[\s\S]*?(?:-----END [A-Z0-9 ]{0,30}PRIVATE KEY-----|$)/g, REDACTED],
  // OpenAI, OpenRouter, Anthropic, Stripe and others that start alike; a digit keeps `sk-learn-something` out.
  [/\b[srp]k[-_](?=[A-Za-z0-9_-]{0,200}\d)[A-Za-z0-9_-]{16,}/g, REDACTED],
  [/\b(?:ghp|gho|ghu|ghs|ghr)_[A-Za-z0-9]{20,}/g, REDACTED],
  [/\bgithub_pat_[A-Za-z0-9_]{20,}/g, REDACTED],
  [/\bglpat-[A-Za-z0-9_-]{16,}/g, REDACTED],
  [/\b(?:AKIA|ASIA)[A-Z0-9]{16}\b/g, REDACTED],
  [/\bAIza[A-Za-z0-9_-]{30,}/g, REDACTED],
  [/\bya29\.[A-Za-z0-9_-]{20,}/g, REDACTED],
  [/\bxox[abeoprs]-[A-Za-z0-9-]{10,}/g, REDACTED],
  [/\bhf_[A-Za-z0-9]{20,}/g, REDACTED],
  [/\bgsk_[A-Za-z0-9]{20,}/g, REDACTED],
  [/\bnpm_[A-Za-z0-9]{30,}/g, REDACTED],
  [/\bSG\.[A-Za-z0-9_-]{16,}\.[A-Za-z0-9_-]{16,}/g, REDACTED],
  [/\beyJ[A-Za-z0-9_-]{8,2000}\.eyJ[A-Za-z0-9_-]{8,4000}\.[A-Za-z0-9_-]{8,}/g, REDACTED],
  [/\b(Bearer\s+)(?=[A-Za-z0-9._~+/-]{0,200}\d)[A-Za-z0-9._~+/-]{16,}=*/gi, `$1${REDACTED}`],
  // Credentials inside a URL.
  [/\b([a-z][a-z0-9+.-]{1,20}:\/\/[^\s/:@"']{1,100}:)[^\s/:@"']{3,200}@/gi, `$1${REDACTED}@`],
];

/**
 * One cheap look decides whether the patterns are tried at all: most texts hold none of these beginnings. `task_` is in every packet and begins
 * no key.
 */
const MIGHT_HOLD_SECRET =
  /PRIVATE KEY|(?<!ta)[srp]k[-_]|gh[pousr]_|github_pat_|glpat-|AKIA|ASIA|AIza|ya29\.|xox[abeoprs]-|hf_|gsk_|npm_|SG\.|eyJ|[Bb]earer|BEARER|:\/\/[^\s/]{1,300}@/;

function secretForms(secretValues: readonly string[]): string[] {
  const forms = new Set(secretValues.filter((value) => value.length >= SHORTEST_SECRET).flatMap(formsOf));
  // Longest first, or a form that contains another would leave its rest behind.
  return [...forms].sort((a, b) => b.length - a.length || (a < b ? -1 : 1));
}

function formsOf(secret: string): string[] {
  const bytes = Buffer.from(secret);
  return [
    secret,
    inJson(secret),
    inJson(inJson(secret)),
    encodeURIComponent(secret),
    bytes.toString("hex"),
    bytes.toString("hex").toUpperCase(),
    bytes.toString("base64"),
    bytes.toString("base64url"),
    ...base64Forms(bytes),
  ].filter((form) => form.length >= SHORTEST_SECRET);
}

/** Arguments of a tool call are JSON inside JSON, hence twice. */
function inJson(text: string): string {
  return JSON.stringify(text).slice(1, -1);
}

/**
 * What base64 makes of the secret inside a longer text, where it may start at any of three offsets: the digits
 * that depend on the secret alone.
 */
function base64Forms(bytes: Buffer): string[] {
  return [0, 1, 2].flatMap((offset) => {
    const encoded = Buffer.concat([Buffer.alloc(offset), bytes]).toString("base64");
    const start = Math.ceil((offset * 8) / 6);
    const end = Math.floor(((offset + bytes.length) * 8) / 6);
    const digits = encoded.slice(start, end);
    return [digits, digits.replaceAll("+", "-").replaceAll("/", "_")];
  });
}
