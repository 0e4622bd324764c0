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
  /** `Did you mean …?` when something close exists. */
  suggestion?: string;
  /** The lines around the place, with a marker. */
  frame?: string;
}

/** Expected failures are values: either something usable with warnings, or the reasons why not. */
export type Loaded<T> = { ok: true; value: T; diagnostics: Diagnostic[] } | { ok: false; diagnostics: Diagnostic[] };
