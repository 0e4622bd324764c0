export interface ForeignAssertion {
  /** Without `not-`. */
  type: string;
  isNegated: boolean;
  /** With `{{column}}`. */
  value: unknown;
  /** For this test, with everything filled in. */
  rendered: unknown;
  threshold?: number;
  config?: Record<string, unknown>;
  /** JavaScript that transforms the output before the assertion. */
  transform?: string;
  /** For hooks; literal braces are doubled. */
  variables: Record<string, unknown>;
  /** Tools that the providers offer, by name. */
  tools: ReadonlyMap<string, Record<string, unknown>>;
  /** Copies the user's code to the hooks and returns its path there. */
  copyCode(reference: string): { ok: true; path: string; name?: string } | { ok: false; reason: string };
}

export type AssertionTranslation =
  | { as: "check"; declarative: Record<string, unknown>; difference?: string }
  | { as: "module_hook" | "python_hook"; hook: Record<string, unknown>; difference?: string }
  | { as: "expectation"; texts: string[]; difference?: string }
  | { as: "refused"; reason: string };

export type TranslateAssertion = (assertion: ForeignAssertion) => AssertionTranslation | AssertionTranslation[];

export function refused(reason: string): AssertionTranslation {
  return { as: "refused", reason };
}

export function checked(kind: string, fields: Record<string, unknown>, difference?: string): AssertionTranslation {
  return { as: "check", declarative: { kind, ...fields }, ...(difference && { difference }) };
}

export function expected(texts: string | string[], difference?: string): AssertionTranslation {
  return { as: "expectation", texts: [texts].flat(), ...(difference && { difference }) };
}

/** Formats a value for comparison; numbers and booleans as written. */
export function textOf(value: unknown): string {
  return typeof value === "string" ? value : (JSON.stringify(value) ?? "");
}

/** Converts to a list; a text is split at its commas. */
export function listOf(value: unknown): string[] {
  if (Array.isArray(value)) return value.map(textOf);
  return value === undefined
    ? []
    : textOf(value)
        .split(",")
        .map((part) => part.trim());
}
