import type { DeclarativeCheck } from "../../config/index.ts";
import type { Finding, RunArtifact } from "../../records/index.ts";
import { normalizeForComparison } from "../../text/index.ts";
import { answerText } from "../inspection/given-answer.ts";
import { numbersIn } from "../inspection/numbers.ts";
import { quoteBeginning, quoteText } from "../inspection/quote-text.ts";

type Check = Extract<DeclarativeCheck, { kind: "response_equals" }>;

/** Checks that the whole answer is this text, or that every number in it is this number. */
export function responseEquals(check: Check, artifact: RunArtifact): Finding {
  const answer = answerText(artifact);
  return check.number === undefined
    ? equalsText(check.text!, check, answer)
    : equalsNumber(check.number, check.tolerance ?? 0, answer);
}

function equalsText(text: string, { case_sensitive = false, trim = true }: Check, answer: string): Finding {
  const form = (written: string) => {
    const compared = normalizeForComparison(written, { caseSensitive: case_sensitive });
    return trim ? compared.trim() : compared;
  };
  if (form(answer) === form(text)) return { outcome: "passed", message: `The answer is ${quoteText(text)}.` };
  return { outcome: "failed", message: `The answer is not ${quoteText(text)}. ${quoteBeginning(answer)}` };
}

function equalsNumber(number: number, tolerance: number, answer: string): Finding {
  const wanted = tolerance === 0 ? `${number}` : `${number} (give or take ${tolerance})`;
  const found = numbersIn(answer);
  const other = found.find(({ value }) => !isWithin(value, number, tolerance));
  if (found.length === 0)
    return { outcome: "failed", message: `The answer has no number; expected ${wanted}. ${quoteBeginning(answer)}` };
  const written = [...new Set(found.map((one) => one.written))].slice(0, 5).map((one) => quoteText(one, 40));
  const seen = `numbers in the answer: ${written.join(", ")}`;
  if (other === undefined) return { outcome: "passed", message: `The answer is ${wanted}.`, seen };
  const message =
    found.length === 1
      ? `The number in the answer is ${quoteText(other.written, 40)}, not ${wanted}.`
      : `The answer has numbers other than ${wanted}: ${written.join(", ")}.`;
  return { outcome: "failed", message: `${message} ${quoteBeginning(answer)}`, seen };
}

/** 0.4 is within 0.1 of 0.3, although their difference as doubles is slightly more. Without a tolerance, only equal numbers match. */
function isWithin(value: number, number: number, tolerance: number): boolean {
  if (!Number.isFinite(value)) return false;
  const slack = tolerance === 0 ? 0 : 4 * Number.EPSILON * Math.max(Math.abs(value), Math.abs(number));
  return value === number || Math.abs(value - number) <= tolerance + slack;
}
