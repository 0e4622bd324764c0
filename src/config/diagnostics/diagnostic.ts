/** One problem of a configuration file, pointing at the place where a person has to look. */
export interface Diagnostic {
  severity: "error" | "warning";
  /** Path as shown to the user, relative to the workspace root where possible. */
  file: string;
  line?: number;
  column?: number;
  /** Dotted field, e.g. `deterministic_checks[1].declarative.kind`. */
  field?: string;
  /** What is wrong, what was expected and what was found, as one sentence. */
  message: string;
  /** What would have been accepted, where that can be said in a few words. */
  expected?: string;
  /** What stood there instead. */
  found?: string;
  /** `Did you mean …?` when something close exists. */
  suggestion?: string;
  /** The lines around the place, with a marker. */
  frame?: string;
}

/** Expected failures are values: either something usable with warnings, or the reasons why not. */
export type Loaded<T> = { ok: true; value: T; diagnostics: Diagnostic[] } | { ok: false; diagnostics: Diagnostic[] };

/** A place inside a file: keys and list indexes from the top. */
export type FieldPath = readonly (string | number)[];

/** `["a", 1, "b c"]` → `a[1]["b c"]`. */
export function dotted(path: FieldPath): string {
  return path
    .map((key, index) => {
      if (typeof key === "number") return `[${key}]`;
      if (!/^[\p{L}_$][\p{L}\p{N}_$-]*$/u.test(key)) return `[${JSON.stringify(key)}]`;
      return index === 0 ? key : `.${key}`;
    })
    .join("");
}

export function hasErrors(diagnostics: readonly Diagnostic[]): boolean {
  return diagnostics.some(({ severity }) => severity === "error");
}
