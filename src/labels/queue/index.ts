export { problemOfValue } from "./answer-from.ts";
export { isQuoted, shownPreference } from "./label-task.ts";
export { type Labelling, openLabelling } from "./labelling.ts";
export { pairsOf } from "./pairs.ts";
export { labelQueue, type QueueEntry } from "./queue-entries.ts";
export {
  disagreements,
  type LabelledQuestion,
  mixedPurposes,
  settledLabels,
  usableLabels,
} from "./settled-labels.ts";
export { trialLabelWords } from "./trial-label-words.ts";
