export {
  type CampaignCorrections,
  type CorrectedComparison,
  campaignCorrections,
  correctedComparison,
  type LabelInput,
} from "./campaign-corrections.ts";
export {
  type Calibration,
  composeCalibration,
  type QuestionCalibration,
} from "./compose-calibration.ts";
export type { CorrectedFigures, Corrections } from "./corrections.ts";
export { type GoldCheck, goldCheck } from "./gold-check.ts";
export { goldSet } from "./gold-set.ts";

export type { JudgeMeasures } from "./judge-measures.ts";

export { measurePairs, type PairCalibration } from "./pair-calibration.ts";
export { readPairFile } from "./pair-file.ts";

export type { PreferenceMeasures } from "./preference-measures.ts";
export type { WinRate } from "./win-rates.ts";
