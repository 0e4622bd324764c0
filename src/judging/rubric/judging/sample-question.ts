import { offsetBefore, visibleJson } from "../../../text/index.ts";
import { hashMessages } from "../../panel/ask-judge.ts";
import type { PanelQuestion } from "../../panel/panel.ts";
import { blindMeta, revealMeta } from "../samples/blind.ts";
import { namesItself, sampleHider } from "../samples/names-itself.ts";
import type { PreparedSample } from "../samples/prepared-samples.ts";
import { type RubricAnswer, rubricContract, type ShownSample } from "./contract.ts";
import { type Language, promptLanguage } from "./language.ts";

/** A sample as a question for judges, with the map back to its labels. */
export interface SampleQuestion extends PanelQuestion<RubricAnswer> {
  shown: ShownSample;
  language: Language;
  /** Replaces tokens in a judge's text by the real labels. */
  restore: (text: string) => string;
  /** The question or the output names the sample's own model or variant. */
  namesItself: boolean;
  /** Maps a range of the shown output to the original. */
  placeInOutput: (shown: { start: number; end: number }) => { start: number; end: number };
}

export interface QuestionOptions {
  /** System prompt by language; a custom one is used for both. */
  systemPrompts: Record<Language, string>;
  language: Language | "auto";
  revealMeta: boolean;
  seed: number;
}

/** The exact words sent about a sample. */
export function sampleQuestion(
  { sample, rubric }: PreparedSample,
  { revealMeta: reveal, seed, systemPrompts, language: setting }: QuestionOptions,
): SampleQuestion {
  const sent = reveal ? revealMeta(sample) : blindMeta(sample, seed);
  const { text: output, removed } = reveal
    ? { text: sample.model_output, removed: [] }
    : sampleHider(sample).hide(sample.model_output);
  const language = promptLanguage(setting, rubric);
  const shown: ShownSample = {
    meta: sent.meta,
    question: sample.question,
    model_output: output,
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
    namesItself: namesItself(sample),
    placeInOutput: ({ start, end }) => ({
      start: offsetBefore(removed, start, "start"),
      end: offsetBefore(removed, end, "end"),
    }),
  };
}
