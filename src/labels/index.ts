export { labelsAsLines, labelsAsTable } from "./exchange/export-labels.ts";
export { openImport } from "./exchange/import-labels.ts";
export { readRows } from "./exchange/read-rows.ts";
export { appendLabels } from "./files/append-label.ts";
export { copyLabelsToStore, findLabelsInStoreOnly } from "./files/kept-labels.ts";
export { labelVersion, planFile } from "./files/label-folder.ts";
export { labelsOfPackets } from "./files/labels-of-packets.ts";
export { currentLabelling, currentLabels, type ReadLabels, readLabels } from "./files/read-labels.ts";
export { openDraws, type ReadPlans, readPlans } from "./files/read-plans.ts";
export { writePlan } from "./files/write-plan.ts";
export {
  askAbout,
  kindName,
  type QuestionKind,
  readQuestionKind,
} from "./packets/asked-question.ts";
export { currentPackets, type OpenedPackets, openPackets } from "./packets/open-packets.ts";
export { isWanted, packetFilter } from "./packets/packet-filter.ts";
export { drawPlan } from "./planning/draw-plan.ts";
export { openResiduals } from "./planning/label-residuals.ts";
export { predictInterval } from "./planning/predict-interval.ts";
export { type UnitOf, unitsOf } from "./planning/units.ts";

export { shownPreference } from "./queue/label-task.ts";
export { type Labelling, openLabelling } from "./queue/labelling.ts";
export { pairPackets } from "./queue/pairs.ts";
export { buildLabelQueue, type QueueEntry } from "./queue/queue-entries.ts";
export {
  disagreements,
  findMixedPurposes,
  type LabelledQuestion,
  separateUsableLabels,
  settledLabels,
} from "./queue/settled-labels.ts";
export { composeTrialLabelTerms } from "./queue/trial-label-terms.ts";
