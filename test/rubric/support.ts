import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { SeenRequest } from "../support/scripted-provider.ts";

export const RUBRIC = JSON.stringify({
  dimensions: [
    {
      id: "clear",
      name: "Clarity",
      scale: "0-2",
      definition: "Whether the output is clear.",
      bands: [
        { score: 0, criteria: "unclear" },
        { score: 1, criteria: "somewhat" },
        { score: 2, criteria: "clear" },
      ],
    },
  ],
});

export interface SampleWords {
  question_id?: string;
  prompt_variant?: string;
  model?: string;
  model_output?: string;
}

let counter = 0;

export function sampleLine(words: SampleWords = {}): string {
  counter += 1;
  const { question_id = "q1", prompt_variant = "secret-variant", model = "acme/writer-9" } = words;
  const meta = { run_id: `run-${counter}`, model, prompt_variant, eval_set_variant: "secret-set", question_id };
  return JSON.stringify({ meta, question: "Why?", model_output: words.model_output ?? `Because of ${counter}.` });
}

/** The sample in the judge's request. */
export function askedSample(request: SeenRequest) {
  const { content } = request.body.messages[1];
  return JSON.parse(content) as { meta: Record<string, string>; question: string; model_output: string };
}

/** A judge that follows its contract. */
export function goodAnswer(request: SeenRequest, score = 2) {
  const { meta, model_output } = askedSample(request);
  const clear = { score, evidence: [model_output.split(" ").slice(0, 2).join(" ")], rationale: "It says why." };
  return { meta, scores: { clear }, failure_tags: [], notes: "" };
}

export const answered = (answer: unknown, cost = 0.01) => ({
  content: typeof answer === "string" ? answer : JSON.stringify(answer),
  usage: { prompt_tokens: 10, completion_tokens: 5, total_tokens: 15, cost },
});

export function judgeEnv(baseUrl: string) {
  return { OPENROUTER_BASE_URL: baseUrl, OPENROUTER_API_KEY: "key-for-tests" };
}

export function judgements(folder: string, name = "samples") {
  const text = readFileSync(join(folder, "outputs", "rubric", name, "judgements.jsonl"), "utf8");
  return text
    .split("\n")
    .filter(Boolean)
    .map((line) => JSON.parse(line));
}

/** All files below a folder with their bytes, to see whether two runs left the same. */
export function filesBelow(folder: string): Record<string, string> {
  const names = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .sort();
  return Object.fromEntries(names.map((name) => [name.slice(folder.length), readFileSync(name, "utf8")]));
}
