import { createHash } from "node:crypto";
import type { ChatMessage } from "../../records/index.ts";
import { jsonOrNull } from "../../text/index.ts";
import { judgePrograms } from "./judge-programs.ts";
import type { OfflineProgram } from "./program.ts";
import { judgeBySchema } from "./schema-judge.ts";

/** The leanings of a rule-based judge, which affect its verdict but not what it reads. */
export interface JudgeTemperament {
  /** −1 for a strict judge, 0 for an even one, 1 for a lenient one. */
  bias: -1 | 0 | 1;
  /** Breaks the contract in this answer, to demonstrate repair. */
  breaksContract: boolean;
  /** Takes an answer that begins with enthusiasm for a good one. Only campaign judges can be charmed. */
  charmed?: boolean;
}

/** Judges one user message and returns the text of the answer. Deterministic and rule-based. */
export type JudgeProgram = (userMessage: string, temperament: JudgeTemperament) => string;

/** The protocols, recognised by their user message. */
export type JudgeShape = "campaign" | "rubric" | "batch";

/** Creates a rule-based judge of the given leaning for all protocols. */
export function offlineJudge(leaning: { bias: -1 | 0 | 1; careless?: boolean; charmed?: boolean }): OfflineProgram {
  return (request) => {
    const { messages, repetition = 1 } = request;
    const question = findQuestion(messages);
    const answersBefore = messages.filter(({ role }) => role === "assistant").length;
    const isCareless = (text: string) => leaning.careless === true && isCarelessMoment(text, repetition, answersBefore);
    if (!question) {
      const text = messages.find(({ role }) => role === "user")?.content ?? "";
      const content = judgeBySchema(request, { bias: leaning.bias, breaksContract: isCareless(text) });
      if (content !== null) return { content };
      return {
        error:
          "the user message is neither a campaign packet, nor a rubric sample, nor a batch, and the request brings no schema of an answer; the offline judge can judge nothing else.",
      };
    }
    const program = judgePrograms[question.shape];
    if (!program) return { error: `there is no offline judge for the ${question.shape} protocol.` };
    const breaksContract = isCareless(question.text);
    return { content: program(question.text, { bias: leaning.bias, breaksContract, charmed: leaning.charmed }) };
  };
}

/** The protocol of a user message; null for none. */
export function judgeShape(text: string): JudgeShape | null {
  const value = jsonOrNull(text);
  // Only text that is not JSON can be a batch, because a packet may quote such tags.
  if (value === null) return /<(items|singletons)>/.test(text) ? "batch" : null;
  if (typeof value !== "object") return null;
  if ("evaluation_target" in value) return "campaign";
  const { rubric } = value as { rubric?: unknown };
  return typeof rubric === "object" && rubric !== null && "dimensions" in rubric ? "rubric" : null;
}

/** Finds the question: the latest user message of a known shape, which a follow-up naming violations is not. */
function findQuestion(messages: ChatMessage[]): { shape: JudgeShape; text: string } | null {
  for (const { role, content } of messages.toReversed()) {
    const shape = role === "user" && content !== null ? judgeShape(content) : null;
    if (shape) return { shape, text: content! };
  }
  return null;
}

/**
 * Makes two first answers in five careless, and one in five on a repeated request, so that repair usually succeeds. A follow-up
 * carries only the last answer, so a third attempt gets exactly the second request, and a judge that was careless twice stays so:
 * those verdicts end as invalid.
 */
function isCarelessMoment(text: string, repetition: number, answersBefore: number): boolean {
  const digest = createHash("sha256").update(`${repetition}/${answersBefore}/${text}`).digest();
  return digest.readUInt32BE(0) % 5 < 2 - answersBefore;
}
