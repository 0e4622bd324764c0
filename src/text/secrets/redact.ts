import { knownKeys } from "./known-keys.ts";
import { foldedKeys } from "./redact-folded.ts";
import { redactJsonText, redactLiterals } from "./redact-literals.ts";
import { redactAnnounced, redactNamedValue } from "./redact-named.ts";
import { privateKeys } from "./redact-private-keys.ts";
import { patternOfValues, SHORTEST_SECRET } from "./redact-values.ts";
import { REDACTED, withoutRanges } from "./redacted.ts";
import { createSignReader, type Signs } from "./signs-of-secrets.ts";

/** Replaces secrets in a text. Applying it twice changes nothing more. */
export interface Redactor {
  /** @param name of the field or header that the text is the value of */
  (text: string, name?: string | null): string;
  /** False only if nothing would be replaced in this text, nor in any text of the data whose JSON it is. */
  mayFind?(text: string): boolean;
}

export interface RedactorOptions {
  /** Also what merely looks like a secret; the values themselves always go. */
  patterns?: boolean;
}

/**
 * Makes a function that takes secrets out of a text: the exact values given, however they are encoded (JSON, URL,
 * base64 at any offset, hex), and what looks like a well-known kind of key or is announced as a secret. In JSON the strings
 * are decoded first, at every depth, and the text stays JSON.
 */
export function createRedactor(secretValues: readonly string[], { patterns = true }: RedactorOptions = {}): Redactor {
  const values = patternOfValues(secretValues);

  const signs = createSignReader(secretValues, patterns);

  function redact(text: string, name: string | null = null): string {
    const announced = patterns && name !== null ? redactNamedValue(name, text) : text;
    if (announced.length < SHORTEST_SECRET || !signs.hasAny(announced)) return announced;
    return redactJsonText(announced, redact) ?? redactPlain(redactLiterals(announced, redact), signs.read(announced));
  }

  function redactPlain(text: string, found: Signs): string {
    let clean = text;
    if (found.privateKey) clean = withoutRanges(clean, privateKeys(clean));
    if (found.folded) clean = withoutRanges(clean, foldedKeys(clean, values));
    if (found.value) clean = clean.replace(values!, REDACTED);
    if (found.key) clean = withoutRanges(clean, knownKeys(clean));
    return found.announcement ? redactAnnounced(clean) : clean;
  }

  return Object.assign(redact, { mayFind: signs.hasAny });
}

/** Redacts every string of a JSON value, names of fields included. Parts without secrets are not copied. */
export function redactJson<Value>(value: Value, redact: Redactor): Value {
  if (redact.mayFind) {
    // One look at the whole is much quicker than one at every part, and most data holds no secret.
    if (!redact.mayFind(textsIn(value))) return value;
  }
  return redactAny(value, redact, null) as Value;
}

/** All strings, one after the other, those of an object with their names before them. */
function textsIn(value: unknown): string {
  if (typeof value === "string") return value + APART;
  let texts = "";
  if (Array.isArray(value)) for (const part of value) texts += textsIn(part);
  else if (typeof value === "object" && value !== null)
    for (const name of Object.keys(value)) texts += `${name}:${textsIn((value as Record<string, unknown>)[name])}`;
  return texts;
}

/** No letter of a key, and no line break that a key could go on after. */
const APART = "\u0000";

function redactAny(value: unknown, redact: Redactor, name: string | null): unknown {
  if (typeof value === "string") return redact(value, name);
  if (Array.isArray(value)) {
    const parts = value.map((part) => redactAny(part, redact, name));
    return parts.some((part, index) => part !== value[index]) ? parts : value;
  }
  if (typeof value === "object" && value !== null) {
    let changed = false;
    const entries = Object.entries(value).map(([field, part]) => {
      const entry = [redact(field), redactAny(part, redact, field)] as const;
      changed ||= entry[0] !== field || entry[1] !== part;
      return entry;
    });
    return changed ? Object.fromEntries(entries) : value;
  }
  return value;
}
