import { knownKeys } from "./known-keys.ts";
import { foldedKeys } from "./redact-folded.ts";
import { redactJsonText, redactLiterals } from "./redact-literals.ts";
import { redactAnnounced, redactNamedValue } from "./redact-named.ts";
import { privateKeys } from "./redact-private-keys.ts";
import { patternOfValues, SHORTEST_SECRET } from "./redact-values.ts";
import { REDACTED, withoutRanges } from "./redacted.ts";
import { createSignReader, type Signs } from "./signs-of-secrets.ts";

/** Replaces secrets in a text. Idempotent. */
export interface Redactor {
  /** @param name the field or header whose value the text is */
  (text: string, name?: string | null): string;
  /** False only if nothing would be replaced in this text or in the data that it encodes as JSON. */
  mayFind?(text: string): boolean;
}

export interface RedactorOptions {
  /** Also redact what merely looks like a secret; the given values are always redacted. */
  patterns?: boolean;
}

/**
 * Creates a redactor for the exact values given, in any encoding (JSON, URL, base64 at any offset, hex), and for anything that
 * looks like a known kind of key or is announced as a secret. JSON is decoded first, at every depth, and stays JSON.
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

/** Redacts every string of a JSON value, including field names. Parts without secrets are not copied. */
export function redactJson<Value>(value: Value, redact: Redactor): Value {
  if (redact.mayFind) {
    // Checking the whole at once is much faster than checking each part, and most data holds no secret.
    if (!redact.mayFind(textsIn(value))) return value;
  }
  return redactAny(value, redact, null) as Value;
}

/** Joins all strings, each object's names before their values. */
function textsIn(value: unknown, name = "", last: LastText = { text: "", name: "" }): string {
  if (typeof value === "string") {
    if (value.length > LONG && value === last.text && name === last.name) return "";
    if (value.length > LONG) Object.assign(last, { text: value, name });
    return value + APART;
  }
  let texts = "";
  if (Array.isArray(value)) for (const part of value) texts += textsIn(part, name, last);
  else if (typeof value === "object" && value !== null)
    for (const field of Object.keys(value))
      texts += `${field}:${textsIn((value as Record<string, unknown>)[field], field, last)}`;
  return texts;
}

/**
 * Remembers the last long text: a model's answer is both in the provider's response and in the message read from it, and one scan
 * is enough.
 */
interface LastText {
  text: string;
  name: string;
}

const LONG = 100;

/** A separator that is neither a letter of a key nor a line break across which one could continue. */
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
