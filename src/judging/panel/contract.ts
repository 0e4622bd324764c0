import type { Violation } from "../../records/index.ts";
export type ContractResult<Answer> =
  /** `repairs`: changes that were needed to read it; empty for a clean answer. */
  { ok: true; answer: Answer; repairs: string[] } | { ok: false; violations: Violation[] };

/** The requirements of a judge's answer. Pure: the same text always gives the same result. */
export interface Contract<Answer> {
  check(text: string): ContractResult<Answer>;
  /** JSON Schema of the answer, for providers that take structured output. */
  schema?: { name: string; schema: Record<string, unknown> };
  /** Composes the follow-up request; the default names the violations in English. */
  askAgain?(violations: Violation[]): string;
}
