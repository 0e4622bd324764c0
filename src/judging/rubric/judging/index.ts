export * from "./contract.ts";
export {
  LONGEST_EVIDENCE,
  MOST_EVIDENCE,
  openSnippetSources,
  SHORTEST_EVIDENCE,
  type SnippetSources,
  type VerifiedEvidence,
} from "./evidence.ts";
export { type AskSamplesOptions, askAboutSamples, type JudgedCall } from "./judge-samples.ts";
export { singleJudgeProfile, systemPrompts, unusedSettings } from "./judge-settings.ts";
export { type EvidenceCount, isSameModel, type Judgement } from "./judgement.ts";
export { judgingOrder } from "./judging-order.ts";
export { type Language, promptLanguage } from "./language.ts";
export { sampleAgain } from "./sample-again.ts";
export { type QuestionOptions, type SampleQuestion, sampleQuestion } from "./sample-question.ts";
export { RUBRIC_RULES } from "./violation-messages.ts";
