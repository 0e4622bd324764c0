import type { SampleRubric } from "../../../config/index.ts";
import type { QuestionAgain } from "../../panel/judge-again.ts";
import type { JudgingAgain } from "../../protocol.ts";
import { type RubricAnswer, rubricContract, type ShownSample } from "./contract.ts";
import { systemPrompts } from "./judge-settings.ts";
import { type Language, promptLanguage } from "./language.ts";

/** Puts samples before the judges of a profile again. */
export const rubricAgain: JudgingAgain = {
  by: "evaluation_profile",
  async asking({ systemPrompt }) {
    const prompts = await systemPrompts(systemPrompt);
    return ({ packet_sha256 }, text) => sampleAgain(packet_sha256, text, prompts);
  },
};

/** Composes the question about a sample's packet, in the language of its rubric. */
function sampleAgain(packet_sha256: string, text: string, systemPrompts: Record<Language, string>): QuestionAgain {
  const shown = JSON.parse(text) as ShownSample;
  const language = promptLanguage("auto", shown.rubric as SampleRubric);
  return {
    packet_sha256,
    question: { system: systemPrompts[language], user: text, contract: rubricContract(shown, language) },
    scoresOf: (answer) =>
      Object.fromEntries(Object.entries((answer as RubricAnswer).scores).map(([id, { score }]) => [id, score])),
  };
}
