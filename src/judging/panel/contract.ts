import type { Violation } from "../../records/index.ts";
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
