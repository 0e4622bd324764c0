import { expect, test } from "vitest";
import { namesItself } from "./names-itself.ts";

const sample = (model_output: string, labels: Record<string, string | null> = {}, question = "Why?") => ({
  meta: {
    run_id: "r",
    model: "openai/gpt-5.4",
    prompt_variant: "terse",
    eval_set_variant: "e",
    question_id: "q",
    ...labels,
  },
  question,
  model_output,
});

test.each([
  ["its model without the provider", sample("As GPT-5.4, I can't say.")],
  ["its model in another spelling", sample("gpt‑5_4 says so.")],
  ["its family", sample("I'm ChatGPT.")],
  ["its model in the question", sample("Because.", {}, "What would gpt-5.4 say?")],
  ["its variant", sample("(terse) Because.")],
  ["its variant in Chinese", sample("按照结构化提示作答。", { prompt_variant: "结构化提示" })],
])("a sample that names %s is seen", (_, named) => expect(namesItself(named)).toBe(true));

test.each([
  ["another model", sample("GPT-5.45 is newer.")],
  ["a longer word", sample("It is tersely put.")],
  ["a label too short to mean anything", sample("Plan B it is.", { prompt_variant: "B" })],
  ["no label at all", sample("null", { prompt_variant: null })],
])("a sample that names %s is not", (_, innocent) => expect(namesItself(innocent)).toBe(false));
