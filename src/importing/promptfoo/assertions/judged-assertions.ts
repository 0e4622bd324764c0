import { isRecord } from "../../../text/index.ts";
import { expected, type ForeignAssertion, refused, type TranslateAssertion, textOf } from "./assertion.ts";

/** Turns assertions graded by a model, and those of programs missing in Assay, into expectations for the judge. */
export const JUDGED_ASSERTIONS: Record<string, TranslateAssertion> = {
  "llm-rubric": (assertion) => criteria(assertion),
  "g-eval": (assertion) => criteria(assertion),
  "model-graded-closedqa": (assertion) => criteria(assertion),
  pi: (assertion) => criteria(assertion, "a judge decides in place of Pi Labs' model"),
  "agent-rubric": (assertion) => criteria(assertion, "a judge reads the trial; it is not an agent that looks around"),
  "search-rubric": (assertion) => criteria(assertion, "the judge cannot search the web"),
  factuality: facts,
  "model-graded-factuality": facts,
  "answer-relevance": () => expected("Answers the question that was asked, and nothing else."),
  "conversation-relevance": () => expected("Stays relevant to the conversation in every answer."),
  "context-faithfulness": ({ variables }) =>
    typeof variables.context === "string" && variables.context !== ""
      ? expected(`Claims nothing that this context does not support: ${variables.context}`)
      : expected("Claims nothing that the given context does not support."),
  "trajectory:goal-success": ({ value }) => {
    const goal = isRecord(value) ? value.goal : value;
    return goal === undefined ? refused("it names no goal") : expected(`Reaches this goal: ${textOf(goal)}`);
  },
  similar: alike,
  "similar:cosine": alike,
  "similar:dot": alike,
  "similar:euclidean": alike,
  meteor: alike,
  moderation: ({ rendered }) => {
    const categories = Array.isArray(rendered) ? ` (${rendered.map(textOf).join(", ")})` : "";
    const text = `Contains nothing that a moderation policy would flag${categories}.`;
    return expected(text, "a judge decides in place of a moderation service");
  },
  "is-refusal": () => expected("Declines to do what was asked.", "a judge decides, not a list of phrases"),
  "is-sql": ({ rendered }) => expected(`Is one valid SQL statement and nothing else${database(rendered)}.`, NO_PARSER),
  "contains-sql": ({ rendered }) => expected(`Contains a valid SQL statement${database(rendered)}.`, NO_PARSER),
  "is-xml": ({ rendered }) =>
    expected(`Is one well-formed XML document and nothing else${elements(rendered)}.`, NO_PARSER),
  "contains-xml": ({ rendered }) => expected(`Contains well-formed XML${elements(rendered)}.`, NO_PARSER),
  "is-html": () => expected("Is valid HTML and nothing else.", NO_PARSER),
  "contains-html": () => expected("Contains HTML markup.", NO_PARSER),
};

const NO_PARSER = "a judge decides, because Assay has no such parser; a `command` check can call one";

function criteria({ value }: ForeignAssertion, difference?: string) {
  const texts = (Array.isArray(value) ? value : [value]).map((text) => (text === undefined ? "" : textOf(text)));
  if (texts.length === 0 || texts.some((text) => text.trim() === "")) return refused("it has no text for the judge");
  return expected(texts, difference);
}

function facts({ value }: ForeignAssertion) {
  if (value === undefined || value === "") return refused("it names no facts");
  return expected(`Agrees with these facts and contradicts none of them: ${textOf(value)}`);
}

function alike({ value }: ForeignAssertion) {
  if (value === undefined || value === "") return refused("it has no text to compare with");
  const texts = (Array.isArray(value) ? value : [value]).map(textOf);
  const wanted = texts.length === 1 ? texts[0]! : texts.map((text, index) => `(${index + 1}) ${text}`).join(" ");
  const text = `Says the same as ${texts.length === 1 ? "this" : "one of these"}: ${wanted}`;
  return expected(text, "a judge compares the meaning; Assay uses no embedding model and no list of synonyms");
}

function database(value: unknown): string {
  if (!isRecord(value)) return "";
  const { databaseType, allowedTables, allowedColumns } = value;
  return [
    typeof databaseType === "string" ? ` for ${databaseType}` : "",
    Array.isArray(allowedTables) ? `; tables it may use: ${allowedTables.map(textOf).join(", ")}` : "",
    Array.isArray(allowedColumns) ? `; columns it may use: ${allowedColumns.map(textOf).join(", ")}` : "",
  ].join("");
}

function elements(value: unknown): string {
  const required = isRecord(value) ? value.requiredElements : undefined;
  return Array.isArray(required) ? `, with the elements ${required.map(textOf).join(", ")}` : "";
}
