import { isRecord, parseJson } from "../../text/index.ts";
import { type AnswerReading, type ForeignAnswers, questionOfMessages, refusedAnswer } from "./foreign-answer.ts";

/** Extracts answers from a results file of promptfoo (`promptfoo eval --output results.json`). */
export function answersOfResults(value: unknown, shown: string): ForeignAnswers | null {
  const outer = isRecord(value) && isRecord(value.results) ? value.results : value;
  const list = isRecord(outer) ? outer.results : undefined;
  if (!Array.isArray(list)) return null;
  const config = isRecord(value) && isRecord(value.config) ? value.config : {};
  const set = typeof config.description === "string" && config.description !== "" ? config.description : "imported";
  return {
    made_by: "promptfoo",
    answers: list.map((result, index) => ({
      place: `${shown}: result ${index + 1}`,
      reading: answerOfResult(result, set),
    })),
  };
}

export function isPromptfooResult(value: unknown): boolean {
  return (
    isRecord(value) &&
    "provider" in value &&
    ("response" in value || "error" in value) &&
    ("prompt" in value || "vars" in value)
  );
}

export function answerOfResult(value: unknown, evalSet: string): AnswerReading {
  if (!isRecord(value)) return refusedAnswer("it is not a result");
  const { response, prompt, provider, vars, testIdx, promptIdx, error } = value;
  const output = isRecord(response) ? response.output : response;
  if (output === undefined || output === null)
    return refusedAnswer(
      typeof error === "string" ? `there is no answer: ${error.slice(0, 200)}` : "there is no answer",
    );
  const question = questionOf(isRecord(vars) ? vars : {}, prompt);
  if (question === "") return refusedAnswer("it has neither variables nor a prompt");
  const from = isRecord(provider) ? provider : { id: provider };
  const label =
    isRecord(prompt) && typeof prompt.label === "string" && prompt.label !== prompt.raw ? prompt.label : undefined;
  return {
    ok: true,
    answer: {
      question,
      answer: typeof output === "string" ? output : JSON.stringify(output),
      model: String(from.label || from.id || "unknown"),
      variant: label ?? `prompt_${typeof promptIdx === "number" ? promptIdx + 1 : 1}`,
      question_id: typeof testIdx === "number" ? `test-${testIdx + 1}` : "test",
      eval_set: evalSet,
    },
  };
}

/**
 * The question as the variables, which all prompts share: the prompt itself would reveal to a judge which one it was. Falls back
 * to the user's words.
 */
function questionOf(vars: Record<string, unknown>, prompt: unknown): string {
  const entries = Object.entries(vars).filter(([name]) => !name.startsWith("_"));
  const text = (value: unknown) => (typeof value === "string" ? value : JSON.stringify(value));
  if (entries.length === 1) return text(entries[0]![1]);
  if (entries.length > 1) return entries.map(([name, value]) => `${name}: ${text(value)}`).join("\n");
  const raw = isRecord(prompt) ? prompt.raw : prompt;
  if (typeof raw !== "string") return "";
  const parsed = parseJson(raw);
  return (parsed.ok && Array.isArray(parsed.value) && questionOfMessages(parsed.value)) || raw;
}
