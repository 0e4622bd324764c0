export type { CallParcel } from "./call-parcel.ts";
export { type ChecksParcel, packChecks } from "./checks-parcel.ts";
export { type ImageParcel, packTool, type ToolParcel } from "./look-parcels.ts";
export { moveCase, moveTool, moveTrial, pathsBelow } from "./moved-paths.ts";
export { portableResult } from "./portable-result.ts";
export { IMAGE_FOUND, PARCEL_TREE, RESULT_TREE, TOOLS_FOUND, TRIAL_RESULT } from "./result-shapes.ts";
export { packTrial, type TrialParcel } from "./trial-parcel.ts";
export type { TrialOwn, TrialResultParcel } from "./trial-result.ts";
