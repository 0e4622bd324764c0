import type { BrokenAnswer, JudgeRecord, Violation } from "../../records/index.ts";
import { shortLine } from "../../text/presentation/index.ts";

/** The answers of one call that broke the contract, in order. All but the last were followed by another request. */
export function brokenAnswers({ attempts }: Pick<JudgeRecord<unknown>, "attempts">): BrokenAnswer[] {
  return attempts
    .filter((attempt) => !attempt.structured_output_refused)
    .flatMap(({ violations, outcome }, index) => {
      if (violations.length === 0) return [];
      const text = outcome.status === "answered" ? (outcome.message.content ?? "") : "";
      return [{ attempt: index + 1, violations: violations.map((violation) => withBeginning(violation, text)) }];
    });
}

/** The violations, in one line. */
export function violationWords(violations: readonly Violation[]): string {
  return violations
    .map(({ path, message, answer_began }) => {
      const words = path ? `${path}: ${message}` : message;
      return answer_began === undefined ? words : `${words}. It begins: "${answer_began}"`;
    })
    .join("; ");
}

/** Enough to see that a judge talks instead of answering. */
const EXCERPT = 80;

/** Adds the beginning of an answer that is not JSON, where only its words show what went wrong. */
function withBeginning(violation: Violation, answer: string): Violation {
  if (violation.rule !== "not_json" || answer.trim() === "") return violation;
  return { ...violation, answer_began: shortLine(answer.trim(), EXCERPT) };
}
