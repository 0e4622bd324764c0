export {
  type CampaignCorrections,
  type ComparedPackets,
  type CorrectedComparison,
  campaignCorrections,
  correctedComparison,
  type LabelInput,
} from "./campaign-corrections.ts";
export {
  type Calibration,
  type CalibrationInput,
  composeCalibration,
  type QuestionCalibration,
} from "./compose-calibration.ts";
export type { CorrectedFigures, Corrections } from "./corrections.ts";
export { type GoldCheck, type GoldPacket, goldCheck } from "./gold-check.ts";
export { type GoldSet, goldSet } from "./gold-set.ts";
export type { GoodEnough } from "./good-enough.ts";
export type { HumanMeasures } from "./human-measures.ts";
export type { JudgeMeasures } from "./judge-measures.ts";
export type { AnnotatorSaid } from "./labelled-packets.ts";
export type { LargeDisagreement } from "./largest-disagreements.ts";
export { PANEL } from "./measured-question.ts";
export { measurePairs, type PairCalibration, type PositionBias } from "./pair-calibration.ts";
export { type FiledPair, type ReadPairs, readPairFile } from "./pair-file.ts";
export type { PartMeasure } from "./part-measures.ts";
export type { PreferenceMeasures } from "./preference-measures.ts";
export type { WinRate } from "./win-rates.ts";
