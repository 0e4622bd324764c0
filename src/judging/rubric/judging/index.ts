export * from "./contract.ts";
export { openSnippetSources } from "./evidence.ts";
export { type AskSamplesOptions, askAboutSamples, type JudgedCall } from "./judge-samples.ts";
export { singleJudgeProfile, systemPrompts, unusedSettings } from "./judge-settings.ts";
export { type EvidenceCount, isSameModel, type Judgement } from "./judgement.ts";
export { judgingOrder } from "./judging-order.ts";
export type { Language } from "./language.ts";
export { sampleAgain } from "./sample-again.ts";
export { sampleQuestion } from "./sample-question.ts";
