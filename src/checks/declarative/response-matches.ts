import type { DeclarativeCheck } from "../../config/index.ts";
import type { Finding, RunArtifact } from "../../records/index.ts";
import { compilePattern } from "../../text/index.ts";
import { answerText } from "../inspection/given-answer.ts";
import { formatPattern, quoteBeginning, quoteRange } from "../inspection/quote-text.ts";

type Check = Extract<DeclarativeCheck, { kind: "response_matches" }>;

/** Checks that the pattern matches somewhere in the trimmed answer. Takes linear time for any answer. */
export function responseMatches({ pattern: source, flags = "" }: Check, artifact: RunArtifact): Finding {
  const compiled = compilePattern(source, flags);
  if (!compiled.ok) return { outcome: "error", message: `The pattern cannot be searched for: ${compiled.message}.` };
  const answer = answerText(artifact).trim();
  const match = compiled.pattern.find(answer);
  const what = formatPattern(source, flags);
  if (match === null)
    return { outcome: "failed", message: `Nothing in the answer matches ${what}. ${quoteBeginning(answer)}` };
  const place = quoteRange(answer, match.start, match.end);
  return { outcome: "passed", message: `The answer matches ${what}: ${place}.` };
}
