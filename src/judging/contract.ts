/** A rule of the contract that an answer broke, named so that the judge, and later a person, can act on it. */
export interface Violation {
  /** Stable name of the rule, for taxonomies: `not_json`, `missing_dimension`, `evidence_not_verbatim` … */
  rule: string;
  /** Where in the answer, dotted; empty for the answer as a whole. */
  path: string;
  message: string;
}

export type ContractResult<Answer> =
  | { ok: true; answer: Answer /** What had to be repaired to read it; empty for a clean answer. */; repairs: string[] }
  | { ok: false; violations: Violation[] };

/** What a judge's answer must satisfy. Pure: the same text always gives the same result. */
export interface Contract<Answer> {
  check(text: string): ContractResult<Answer>;
  /** JSON Schema of the answer, for providers that take structured output. */
  schema?: { name: string; schema: Record<string, unknown> };
  /** How the judge is asked again; the default names the violations in English. */
  askAgain?(violations: Violation[]): string;
}
