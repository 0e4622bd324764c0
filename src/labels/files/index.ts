export { appendLabels } from "./append-label.ts";
export { keepLabels, labelsInStoreOnly } from "./kept-labels.ts";
export { labelFile, labelFolder, labelVersion, planFile, SHOWN_LABEL_FOLDER } from "./label-folder.ts";
export { labelsOfPackets } from "./labels-of-packets.ts";
export { currentLabelling, currentLabels, momentOf, type ReadLabels, readLabels } from "./read-labels.ts";
export { type DrawnBy, openDraws, type ReadPlans, readPlans } from "./read-plans.ts";
export { writePlan } from "./write-plan.ts";
