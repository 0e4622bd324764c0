import type { SampleRubric } from "../../../config/index.ts";
import type { QuestionAgain } from "../../panel/judge-again.ts";
import { type RubricAnswer, rubricContract, type ShownSample } from "./contract.ts";
import { type Language, promptLanguage } from "./language.ts";

/** A sample's packet as it is put before judges again, in the language of its rubric. */
export function sampleAgain(
  packet_sha256: string,
  text: string,
  systemPrompts: Record<Language, string>,
): QuestionAgain {
  const shown = JSON.parse(text) as ShownSample;
  const language = promptLanguage("auto", shown.rubric as SampleRubric);
  return {
    packet_sha256,
    question: { system: systemPrompts[language], user: text, contract: rubricContract(shown, language) },
    scoresOf: (answer) =>
      Object.fromEntries(Object.entries((answer as RubricAnswer).scores).map(([id, { score }]) => [id, score])),
  };
}
