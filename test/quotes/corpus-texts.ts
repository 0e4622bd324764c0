import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { projectRoot } from "../support/project-root.ts";

/** Our pages are much alike: what is tried on every third section is tried thousands of times. ASSAY_ALL_QUOTES=1 takes all. */
const EVERY = process.env.ASSAY_ALL_QUOTES === "1" ? 1 : 3;

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
  // --help repeats itself from command to command: anything invented from its lines is true of some other command.
  const pages = readdirSync(join(projectRoot, "docs")).filter((name) => name.endsWith(".md") && name !== "cli.md");
  const sections = pages
    .flatMap((name) => read("docs", name).split(/\n(?=## )/))
    .filter((_, index) => index % EVERY === 0);
  return [...answers, ...samples, ...sections].map((text) => text.trim()).filter((text) => text.length > 80);
}
