import { DIMENSIONS } from "../../../src/records/index.ts";
import {
  type ScriptedAnswer,
  type ScriptedServer,
  type SeenRequest,
  startScriptedServer,
} from "../../support/scripted-server.ts";

/** A provider with a price: a subject that never answers twice alike, and a judge that is never sure. */
export async function openScriptedLab(): Promise<ScriptedServer> {
  const asked = new Map<string, number>();
  return await startScriptedServer(({ body }: SeenRequest): ScriptedAnswer => {
    const words = JSON.stringify(body.messages);
    const before = asked.get(words) ?? 0;
    asked.set(words, before + 1);
    // One trial fails for its provider, and is not judged.
    if (/Answer briefly.*capital/.test(words) && before === 1)
      return { status: 400, body: { error: { message: "no" } } };
    const content = body.model === "lab/judge" ? verdictOf(words, before) : answerOf(words, before);
    const usage = { prompt_tokens: 100, completion_tokens: 20 + before, total_tokens: 120 + before };
    return { content, provider: "Lab", usage: { ...usage, cost: 0.001 * (1 + before) } };
  });
}

const ANSWERS: [RegExp, string[]][] = [
  [/19 \* 21/, ["It is 399, because 20 * 20 - 1 is 399.", "About 420, since 20 * 21 is 420."]],
  [/capital of France/, ["PARIS", "Paris — of course, ça va sans dire."]],
  // An empty answer is a failed run.
  [/greeting\.txt/, ["I did not write it.", ""]],
  [/deploy job/, ["Dana Reyes owns it.", "The note does not say."]],
];

function answerOf(words: string, before: number): string {
  const [, answers] = ANSWERS.find(([pattern]) => pattern.test(words))!;
  return answers[before % answers.length]!;
}

/** High, low, and in between, so that it matters which of them count. */
const MOODS = [9.1, 3.2, 5.4];

function verdictOf(words: string, before: number): string {
  const isLong = words.length % 2 === 0;
  const score = MOODS[(before + (isLong ? 1 : 0)) % MOODS.length]!;
  const evidence = [`It ended with "success".`];
  const dimensions = Object.fromEntries(
    DIMENSIONS.map((name, index) => [name, { evidence, score: score - index / 10 }]),
  );
  return JSON.stringify({ summary: "A mood.", dimensions, overall: { score, reason: `It felt like ${score}.` } });
}
