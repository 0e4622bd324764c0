import { createHash } from "node:crypto";
import type { ChatRequest } from "../../records/index.ts";
import { isRecord } from "../../text/index.ts";
import type { JudgeTemperament } from "./judge.ts";

/**
 * Answers any question whose request brings the JSON Schema of its answer: numbers depend on the words of the question and on the judge's leaning. Null
 * without a schema.
 */
export function judgeBySchema({ options, messages }: ChatRequest, temperament: JudgeTemperament): string | null {
  const format = options.response_format;
  const wrapped = isRecord(format) && isRecord(format.json_schema) ? format.json_schema.schema : null;
  if (!isRecord(wrapped)) return null;
  const question = messages.findLast(({ role }) => role === "user")?.content ?? "";
  const answer = JSON.stringify(answerTo(wrapped, question, temperament));
  return temperament.breaksContract ? `My verdict: ${answer.slice(0, -1)}` : answer;
}

function answerTo(schema: Record<string, unknown>, question: string, temperament: JudgeTemperament): unknown {
  const { type, enum: choices, properties, minimum = 0, maximum = 10 } = schema;
  if (Array.isArray(choices)) return choices[Math.floor(shareOf(question, temperament) * choices.length)];
  if (type === "object" && isRecord(properties))
    return Object.fromEntries(
      Object.entries(properties).map(([name, part]) => [
        name,
        answerTo(isRecord(part) ? part : {}, `${question} ${name}`, temperament),
      ]),
    );
  if (type === "array") return [];
  if (type === "boolean") return shareOf(question, temperament) >= 0.5;
  if (type === "number" || type === "integer")
    return Math.round(Number(minimum) + shareOf(question, temperament) * (Number(maximum) - Number(minimum)));
  return "Judged by rules, not by a language model.";
}

/** A share that the same words always have, from 0 to below 1. */
function shareOf(words: string, { bias }: JudgeTemperament): number {
  const share = createHash("sha256").update(words).digest().readUInt32BE(0) / 2 ** 32;
  return Math.min(0.999, Math.max(0, share + bias * 0.2));
}
