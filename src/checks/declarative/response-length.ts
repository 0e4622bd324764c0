import type { DeclarativeCheck } from "../../config/index.ts";
import type { Finding, RunArtifact } from "../../records/index.ts";
import { answerText } from "../inspection/given-answer.ts";
import { quoteBeginning } from "../inspection/quote-text.ts";

type Check = Extract<DeclarativeCheck, { kind: "response_length" }>;

const UNITS = { characters: countCharacters, words: countWords, lines: countLines } as const;

/** Checks the number of characters, words or lines of the trimmed answer. */
export function responseLength(check: Check, artifact: RunArtifact): Finding {
  const answer = answerText(artifact).trim();
  const problems: string[] = [];
  const counts: string[] = [];
  for (const [unit, count] of Object.entries(UNITS) as [keyof typeof UNITS, (text: string) => number][]) {
    const limits = check[unit];
    if (limits === undefined) continue;
    const found = count(answer);
    counts.push(`${found} ${unit}`);
    if (limits.min !== undefined && found < limits.min)
      problems.push(`has ${found} ${unit}, expected at least ${limits.min}`);
    if (limits.max !== undefined && found > limits.max)
      problems.push(`has ${found} ${unit}, expected at most ${limits.max}`);
  }
  if (problems.length === 0) return { outcome: "passed", message: `The answer has ${counts.join(", ")}.` };
  return { outcome: "failed", message: `The answer ${problems.join("; it ")}. ${quoteBeginning(answer)}` };
}

/** Counts Unicode characters: `é` is one however it is encoded, a composed emoji several. The same on every version of Node. */
function countCharacters(text: string): number {
  const composed = text.normalize("NFC");
  return composed.length - (composed.match(/[\ud800-\udbff][\udc00-\udfff]/g)?.length ?? 0);
}

/** Counts words: runs between spaces that contain a letter or a digit. */
function countWords(text: string): number {
  const [letter, space] = [/[\p{L}\p{N}]/gu, /\s/g];
  let words = 0;
  while (letter.test(text)) {
    words++;
    space.lastIndex = letter.lastIndex;
    if (!space.test(text)) break;
    letter.lastIndex = space.lastIndex;
  }
  return words;
}

function countLines(text: string): number {
  return text.split(/\r\n|[\n\r\u2028\u2029]/).filter((line) => line.trim() !== "").length;
}
