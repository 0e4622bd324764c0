import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { parse } from "yaml";
import { projectRoot } from "../support/project-root.ts";
import { CHANGES } from "./change-answer.ts";
import { openProtocol, type Protocol, questionOf, resultsOf, VALID_SCORE } from "./protocols.ts";

/** A class of malformed answers, as test/corpora/malformed-answers/README.md describes it. */
export interface Malformed {
  name: string;
  promise: string;
  change: string;
  values: unknown[];
  becomes: "no_score" | "as_valid" | "either";
  asked: "again" | "once" | "at_most_again";
}

const FOLDER = join(projectRoot, "test/corpora/malformed-answers");
const ATTEMPTS = 2;
/** A provider that refuses structured output is asked once more without, which is no attempt. */
const DETOUR = 1;

export function readMalformed(): Malformed[] {
  return readdirSync(FOLDER)
    .filter((file) => file.endsWith(".yaml"))
    .sort()
    .map((file) => ({ name: file.replace(/\.yaml$/, ""), ...parse(readFileSync(join(FOLDER, file), "utf8")) }));
}

/** One malformed answer. */
export interface Spoiled {
  malformed: Malformed;
  value: unknown;
}

/** Gives each of these as the answer to a question of its own, with a valid answer behind them; what did not hold. */
export async function answerMalformed(spoiled: Spoiled[], protocol: Protocol): Promise<string[]> {
  const at = await openProtocol(protocol, {
    questions: spoiled.length + 1,
    answer(request, valid) {
      const { malformed, value } = spoiled[questionOf(protocol, request)] ?? {};
      return malformed ? CHANGES[malformed.change]!(valid, value as never) : valid;
    },
  });
  try {
    const { code, signal, stdout, stderr } = await at.judge({ words: ["--output", "json"] });
    const isCrash = /^\s+at .*:\d+:\d+/m.test(stderr) || signal !== null || (code !== 0 && code !== 1);
    if (isCrash) return spoiled.map(({ value }) => `${JSON.stringify(value)}: it crashed, ${stderr.slice(0, 300)}`);
    const results = resultsOf(protocol, at.cwd, stdout);
    const neighbour = results.get(spoiled.length);
    const isJudged = neighbour?.score === VALID_SCORE[protocol];
    const broken = isJudged ? [] : [`the valid answer came to ${JSON.stringify(neighbour)}`];
    for (const [question, { malformed, value }] of spoiled.entries()) {
      const result = results.get(question) ?? { score: null, problem: null };
      const requests = at.judgeRequests().filter((request) => questionOf(protocol, request) === question).length;
      const how = whatBroke(malformed, result, requests, VALID_SCORE[protocol]);
      if (how !== null) broken.push(`${malformed.name} ${JSON.stringify(value)}: ${how}`);
    }
    return broken;
  } finally {
    await at.close();
  }
}

function whatBroke(
  { becomes, asked }: Malformed,
  { score, problem }: { score: number | null; problem: string | null },
  requests: number,
  valid: number,
): string | null {
  if (score !== null && score !== valid) return `a score of ${score} was invented`;
  if (becomes === "no_score" && score !== null) return `it has a score of ${score}`;
  if (becomes === "as_valid" && score === null) return `it has no score: ${problem}`;
  if (score === null && !problem) return "nothing says why it has no score";
  if (requests > ATTEMPTS + DETOUR) return `it was asked ${requests} times`;
  if (asked === "again" && requests !== ATTEMPTS) return `it was asked ${requests} times, not ${ATTEMPTS}`;
  return asked === "once" && requests !== 1 ? `it was asked ${requests} times, not once` : null;
}
