import { isRecord } from "../../text/index.ts";
import {
  type AnswerReading,
  type ForeignAnswers,
  firstText,
  questionOfMessages,
  refusedAnswer,
} from "./foreign-answer.ts";
import { answerOfResult, isPromptfooResult } from "./promptfoo-results.ts";

const QUESTION = ["question", "input", "prompt", "query", "task"];
const ANSWER = ["answer", "output", "model_output", "completion", "response", "final_output"];
const MODEL = ["model", "model_id", "generator", "subject"];
const VARIANT = ["variant", "prompt_variant", "variant_id"];
const IDENTIFIER = ["case", "case_id", "question_id", "id"];

/** Reads answers one per line, or in a list: an object with a question, an answer and its author. Also understands results of promptfoo. */
export function answersOfLines(values: readonly { place: string; value: unknown; problem?: string }[]): ForeignAnswers {
  const isForeign = values.some(({ value }) => isPromptfooResult(value));
  return {
    made_by: isForeign ? "promptfoo" : "jsonl",
    answers: values.map(({ place, value, problem }, index) => ({
      place,
      reading:
        problem !== undefined
          ? refusedAnswer(problem)
          : isPromptfooResult(value)
            ? answerOfResult(value, "imported")
            : answerOfLine(value, index + 1),
    })),
  };
}

function answerOfLine(value: unknown, number: number): AnswerReading {
  if (!isRecord(value)) return refusedAnswer("it is not an object with a question and an answer");
  const answer = firstText(value, ANSWER);
  if (answer === undefined) return refusedAnswer(`it has no answer; expected one of ${ANSWER.join(", ")}`);
  const identifier = firstText(value, IDENTIFIER);
  const question =
    (Array.isArray(value.messages) ? questionOfMessages(value.messages) : "") || firstText(value, QUESTION);
  if (question === undefined || question === "")
    return refusedAnswer(`it has no question; expected one of ${QUESTION.join(", ")}`);
  const model = firstText(value, MODEL);
  if (model === undefined) return refusedAnswer(`it does not say who answered; expected one of ${MODEL.join(", ")}`);
  return {
    ok: true,
    answer: {
      question,
      answer,
      model,
      variant: firstText(value, VARIANT) ?? "imported",
      question_id: identifier ?? `line-${number}`,
      eval_set: firstText(value, ["eval_set_variant", "suite", "dataset"]) ?? "imported",
    },
  };
}
