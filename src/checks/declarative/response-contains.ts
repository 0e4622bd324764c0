import type { DeclarativeCheck } from "../../config/index.ts";
import type { Finding, RunArtifact } from "../../records/index.ts";
import { asSeen, comparable } from "../../text/index.ts";
import { answerText } from "../looking/answer.ts";
import { beginning, shownList, shownPlace } from "../looking/shown.ts";

type Check = Extract<DeclarativeCheck, { kind: "response_contains" }>;

/** Checks that the answer holds every required text, one of the alternatives, and no forbidden text. */
export function responseContains(check: Check, artifact: RunArtifact): Finding {
  const answer = answerText(artifact);
  const look = { caseSensitive: check.case_sensitive };
  const compared = comparable(answer, look);
  const holds = (text: string) => compared.includes(comparable(text, look));
  const wanted = [...(check.text === undefined ? [] : [check.text]), ...(check.all ?? [])];
  const missing = wanted.filter((text) => !holds(text));
  const found = check.any?.find(holds);
  const unwanted = check.none?.filter(holds) ?? [];
  const place = (text: string) => placeOf(comparable(text, look), compared, answer);

  const problems: string[] = [];
  if (missing.length > 0) problems.push(`The answer does not contain ${shownList(missing)}.`);
  if (check.any && found === undefined) problems.push(`The answer contains none of ${shownList(check.any)}.`);
  if (unwanted.length > 0)
    problems.push(`The answer contains ${shownList(unwanted)}, which it must not${place(unwanted[0]!)}.`);
  if (problems.length > 0) {
    const isMissing = missing.length > 0 || (check.any && found === undefined);
    return { outcome: "failed", message: [...problems, ...(isMissing ? [beginning(answer)] : [])].join(" ") };
  }
  const there = [...wanted, ...(found === undefined ? [] : [found])];
  const [first] = there;
  const message =
    first === undefined
      ? `The answer contains none of ${shownList(check.none!)}. ${beginning(answer)}`
      : `The answer contains ${shownList(there)}${place(first)}.`;
  return { outcome: "passed", message };
}

/** Describes the position of a text with the original words around it. Quotes nothing where folding moved the letters. */
function placeOf(sought: string, compared: string, answer: string): string {
  const written = asSeen(answer);
  const at = compared.indexOf(sought);
  return written.length === compared.length ? `: ${shownPlace(written, at, at + sought.length)}` : "";
}
