export { problemOfValue } from "./answer-from.ts";
export { isQuoted, type LabelTask, shownPreference } from "./label-task.ts";
export { type GivenAnswer, type Labelling, type LabellingOptions, openLabelling } from "./labelling.ts";
export { campaignOfPair, pairsOf } from "./pairs.ts";
export { labelQueue, type Queue, type QueueEntry, type QueueOptions } from "./queue-entries.ts";
export {
  disagreements,
  type LabelledQuestion,
  mixedPurposes,
  settledLabels,
  usableLabels,
} from "./settled-labels.ts";
export { trialLabelWords } from "./trial-label-words.ts";
