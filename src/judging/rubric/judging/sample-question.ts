import { visibleJson } from "../../../text/index.ts";
import { hashMessages, type PanelQuestion } from "../../panel/index.ts";
import { blindMeta, type PreparedSample, revealMeta } from "../samples/index.ts";
import { type RubricAnswer, rubricContract, type ShownSample } from "./contract.ts";
import { type Language, promptLanguage } from "./language.ts";

/** A sample as judges are asked about it, and the way back to its labels. */
export interface SampleQuestion extends PanelQuestion<RubricAnswer> {
  shown: ShownSample;
  language: Language;
  /** Puts the real labels back into words of the judge. */
  restore: (text: string) => string;
}

export interface QuestionOptions {
  /** System prompt by language; a custom one stands in both. */
  systemPrompts: Record<Language, string>;
  language: Language | "auto";
  revealMeta: boolean;
  seed: number;
}

/** The very words that are sent about a sample. */
export function sampleQuestion(
  { sample, rubric }: PreparedSample,
  { revealMeta: reveal, seed, systemPrompts, language: setting }: QuestionOptions,
): SampleQuestion {
  const sent = reveal ? revealMeta(sample) : blindMeta(sample, seed);
  const language = promptLanguage(setting, rubric);
  const shown: ShownSample = {
    meta: sent.meta,
    question: sample.question,
    model_output: sample.model_output,
    rubric: { dimensions: rubric.dimensions },
  };
  const messages = { system: systemPrompts[language], user: visibleJson(shown) };
  return {
    ...messages,
    hashes: hashMessages(messages),
    contract: rubricContract(shown, language),
    shown,
    language,
    restore: sent.restore,
  };
}
