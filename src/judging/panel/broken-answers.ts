import type { BrokenAnswer, JudgeRecord, Violation } from "../../records/index.ts";

/** The answers of one call that broke the contract, in order. All but the last of them were asked again. */
export function brokenAnswers({ attempts }: Pick<JudgeRecord<unknown>, "attempts">): BrokenAnswer[] {
  return attempts
    .filter((attempt) => !attempt.structured_output_refused)
    .flatMap(({ violations }, index) => (violations.length > 0 ? [{ attempt: index + 1, violations }] : []));
}

/** What was wrong, in one line. */
export function violationWords(violations: readonly Violation[]): string {
  return violations.map(({ path, message }) => (path ? `${path}: ${message}` : message)).join("; ");
}
