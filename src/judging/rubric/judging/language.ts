import type { SampleRubric } from "../../../config/index.ts";

/** The languages of the prompts. */
export type Language = "zh" | "en";

/** Prompts are Chinese for Chinese rubrics, unless the user or the rubric says otherwise. */
export function promptLanguage(setting: Language | "auto", rubric: SampleRubric): Language {
  if (setting !== "auto") return setting;
  if (rubric.language) return rubric.language;
  const words = rubric.dimensions.flatMap(({ name, definition, bands }) => [
    name,
    definition,
    ...bands.map(({ criteria }) => criteria),
  ]);
  return /\p{Script=Han}/u.test(words.join("\n")) ? "zh" : "en";
}
