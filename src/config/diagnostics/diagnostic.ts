/** Problem in a configuration file, with its position. */
export interface Diagnostic {
  severity: "error" | "warning";
  /** Path to show, relative to the workspace root where possible. */
  file: string;
  line?: number;
  column?: number;
  /** Dotted field, such as `deterministic_checks[1].declarative.kind`. */
  field?: string;
  /** One sentence with the problem, what was expected and what was found. */
  message: string;
  /** Short description of what is accepted. */
  expected?: string;
  /** Short description of the actual value. */
  found?: string;
  /** `Did you mean …?` if something close exists. */
  suggestion?: string;
  /** Surrounding lines with a marker. */
  frame?: string;
}

/** Result of loading: a usable value with warnings, or errors. */
export type Loaded<T> = { ok: true; value: T; diagnostics: Diagnostic[] } | { ok: false; diagnostics: Diagnostic[] };

/** Keys and list indexes from the top of a file. */
export type FieldPath = readonly (string | number)[];

/** Formats `["a", 1, "b c"]` as `a[1]["b c"]`. */
export function formatFieldPath(path: FieldPath): string {
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
