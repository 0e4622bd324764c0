export { type AdjudicateOptions, type Adjudication, type AnonymousOpinion, adjudicate } from "./adjudicate.ts";
export { exportLabels, type ImportLabelsOptions, importLabels } from "./exchange-labels.ts";
export { type LabelSession, label } from "./label.ts";
export { type LabelChoices, labelChoices } from "./label-choices.ts";
export type { LabelOptions, PacketOptions } from "./label-options.ts";
export { labelStatus, listLabels } from "./label-status.ts";
export { type PlanLabelsOptions, planLabels } from "./plan-labels.ts";
export { type RestoredLabels, restoreLabels } from "./restore-labels.ts";
export { openSharedLabelling, type SharedLabelling } from "./shared-labelling.ts";
