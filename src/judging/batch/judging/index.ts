export { addTallies, type CallTally } from "./call-tally.ts";
export type { ItemVerdict, SingletonVerdict } from "./contract.ts";
export { type BatchPlace, itemAgain, verdictScores } from "./item-again.ts";
export { type BatchEvent, type BrokenBatchAnswer, inBatches, judgeBatches, type Opinion } from "./judge-batches.ts";
export { type BatchPrompts, questionAboutOne, readBatchPrompts } from "./prompt.ts";
export { plannedBatches, questionKinds } from "./question-kinds.ts";
