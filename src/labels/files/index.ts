export { appendLabels } from "./append-label.ts";
export { keepLabels, labelsInStoreOnly } from "./kept-labels.ts";
export { labelVersion, planFile } from "./label-folder.ts";
export { labelsOfPackets } from "./labels-of-packets.ts";
export { currentLabelling, currentLabels, type ReadLabels, readLabels } from "./read-labels.ts";
export { openDraws, type ReadPlans, readPlans } from "./read-plans.ts";
export { writePlan } from "./write-plan.ts";
