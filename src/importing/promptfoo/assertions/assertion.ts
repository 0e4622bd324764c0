/** An assertion with its texts translated. */
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
  /** JavaScript that changes the output before it is looked at. */
  transform?: string;
  /** With braces that are text doubled, for hooks. */
  variables: Record<string, unknown>;
  /** Tools that the providers offer, by name. */
  tools: ReadonlyMap<string, Record<string, unknown>>;
  /** Copies code of the user to the hooks; its path there. */
  copyCode(reference: string): { ok: true; path: string; name?: string } | { ok: false; reason: string };
}

/** What an assertion is in Assay. */
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

/** Numbers and booleans are compared as they are written. */
export function textOf(value: unknown): string {
  return typeof value === "string" ? value : (JSON.stringify(value) ?? "");
}

/** A list; a text is divided at its commas. */
export function listOf(value: unknown): string[] {
  if (Array.isArray(value)) return value.map(textOf);
  return value === undefined
    ? []
    : textOf(value)
        .split(",")
        .map((part) => part.trim());
}
