import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { projectRoot } from "../support/project-root.ts";

/** Texts of the kind that judges quote, in several languages: answers written for this test, samples of the examples, sections of our pages. */
export function corpusTexts(): string[] {
  const read = (...path: string[]) => readFileSync(join(projectRoot, ...path), "utf8");
  const answers = read("test", "fixtures", "quotes", "answers.md").split(/\n=====\n/);
  const samples = ["en", "zh"].flatMap((language) =>
    read("examples", "rubric", language, "samples.jsonl")
      .split("\n")
      .filter((line) => line !== "")
      .map((line) => (JSON.parse(line) as { model_output: string }).model_output),
  );
  const pages = readdirSync(join(projectRoot, "docs")).filter((name) => name.endsWith(".md"));
  const sections = pages.flatMap((name) => read("docs", name).split(/\n(?=## )/));
  return [...answers, ...samples, ...sections].map((text) => text.trim()).filter((text) => text.length > 80);
}
