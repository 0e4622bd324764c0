import { createHash } from "node:crypto";
import type { ChatMessage } from "../../records/index.ts";
import { jsonOrNull } from "../../text/index.ts";
import { judgePrograms } from "./judge-programs.ts";
import type { OfflineProgram } from "./program.ts";

/** How a rule-based judge leans. The programs apply it; what they look at stays the same. */
export interface JudgeTemperament {
  /** −1 for a strict judge, 0 for an even one, 1 for a lenient one. */
  bias: -1 | 0 | 1;
  /** True when this very answer shall break the contract, so that repair can be seen at work. */
  breaksContract: boolean;
  /** Takes an answer that begins with enthusiasm for a good one, whatever it says. Only campaign judges can be charmed. */
  charmed?: boolean;
}

/** Judges what one user message holds and returns the text of the answer. Deterministic and rule-based. */
export type JudgeProgram = (userMessage: string, temperament: JudgeTemperament) => string;

/** The protocols, told apart by what their user message looks like. */
export type JudgeShape = "campaign" | "rubric" | "batch";

/** A rule-based judge of the given leaning for all protocols. */
export function offlineJudge(leaning: { bias: -1 | 0 | 1; careless?: boolean; charmed?: boolean }): OfflineProgram {
  return ({ messages, repetition = 1 }) => {
    const question = findQuestion(messages);
    if (!question) {
      return {
        error:
          "the user message is neither a campaign packet, nor a rubric sample, nor a batch; the offline judge can judge nothing else.",
      };
    }
    const program = judgePrograms[question.shape];
    if (!program) return { error: `there is no offline judge for the ${question.shape} protocol.` };
    const answersBefore = messages.filter(({ role }) => role === "assistant").length;
    const breaksContract = leaning.careless === true && isCarelessMoment(question.text, repetition, answersBefore);
    return { content: program(question.text, { bias: leaning.bias, breaksContract, charmed: leaning.charmed }) };
  };
}

/** Which protocol a user message belongs to; null for none. */
export function judgeShape(text: string): JudgeShape | null {
  const value = jsonOrNull(text);
  // Only what is not JSON itself can be a batch: a packet may well quote such tags.
  if (value === null) return /<(items|singletons)>/.test(text) ? "batch" : null;
  if (typeof value !== "object") return null;
  if ("evaluation_target" in value) return "campaign";
  const { rubric } = value as { rubric?: unknown };
  return typeof rubric === "object" && rubric !== null && "dimensions" in rubric ? "rubric" : null;
}

/** The question is the latest user message of a known shape: a follow-up that names violations has none. */
function findQuestion(messages: ChatMessage[]): { shape: JudgeShape; text: string } | null {
  for (const { role, content } of messages.toReversed()) {
    const shape = role === "user" && content !== null ? judgeShape(content) : null;
    if (shape) return { shape, text: content! };
  }
  return null;
}

/**
 * Two first answers in five are careless, and one in five of those that are asked for again: repair mostly succeeds. A follow-up carries only the last
 * answer, so a third attempt gets the very request of the second, and whoever was careless twice stays so: those verdicts end as invalid.
 */
function isCarelessMoment(text: string, repetition: number, answersBefore: number): boolean {
  const digest = createHash("sha256").update(`${repetition}/${answersBefore}/${text}`).digest();
  return digest.readUInt32BE(0) % 5 < 2 - answersBefore;
}
