import type { DeclarativeCheck } from "../../config/index.ts";
import type { Finding, RunArtifact } from "../../records/index.ts";
import { normalizeForComparison, normalizeForDisplay } from "../../text/index.ts";
import { answerText } from "../inspection/given-answer.ts";
import { quoteBeginning, quoteList, quoteRange } from "../inspection/quote-text.ts";

type Check = Extract<DeclarativeCheck, { kind: "response_contains" }>;

/** Checks that the answer holds every required text, one of the alternatives, and no forbidden text. */
export function responseContains(check: Check, artifact: RunArtifact): Finding {
  const answer = answerText(artifact);
  const look = { caseSensitive: check.case_sensitive };
  const compared = normalizeForComparison(answer, look);
  const holds = (text: string) => compared.includes(normalizeForComparison(text, look));
  const wanted = [...(check.text === undefined ? [] : [check.text]), ...(check.all ?? [])];
  const missing = wanted.filter((text) => !holds(text));
  const found = check.any?.find(holds);
  const unwanted = check.none?.filter(holds) ?? [];
  const place = (text: string) => describePosition(normalizeForComparison(text, look), compared, answer);

  const problems: string[] = [];
  if (missing.length > 0) problems.push(`The answer does not contain ${quoteList(missing)}.`);
  if (check.any && found === undefined) problems.push(`The answer contains none of ${quoteList(check.any)}.`);
  if (unwanted.length > 0)
    problems.push(`The answer contains ${quoteList(unwanted)}, which it must not${place(unwanted[0]!)}.`);
  if (problems.length > 0) {
    const isMissing = missing.length > 0 || (check.any && found === undefined);
    return { outcome: "failed", message: [...problems, ...(isMissing ? [quoteBeginning(answer)] : [])].join(" ") };
  }
  const there = [...wanted, ...(found === undefined ? [] : [found])];
  const [first] = there;
  const message =
    first === undefined
      ? `The answer contains none of ${quoteList(check.none!)}. ${quoteBeginning(answer)}`
      : `The answer contains ${quoteList(there)}${place(first)}.`;
  return { outcome: "passed", message };
}

/** Describes the position of a text with the original words around it. Quotes nothing where folding moved the letters. */
function describePosition(sought: string, compared: string, answer: string): string {
  const written = normalizeForDisplay(answer);
  const at = compared.indexOf(sought);
  return written.length === compared.length ? `: ${quoteRange(written, at, at + sought.length)}` : "";
}
