/** The public measures, all pure functions. Their building blocks are internal. */
export { type Bootstrap, type BootstrapOptions, bootstrapMean, clusterBootstrap } from "./bootstrap.ts";
export { type CaseScores, type ClusteredMean, type ClusteredMeanOptions, clusteredMean } from "./clustered-mean.ts";
export { type CohenKappa, cohenKappa } from "./cohen-kappa.ts";
export { type FleissKappa, fleissKappa } from "./fleiss-kappa.ts";
export { holmAdjusted } from "./holm.ts";
export {
  type AlternativeAnnotatorOptions,
  type AlternativeAnnotatorTest,
  type Annotations,
  alternativeAnnotatorTest,
  benjaminiYekutieli,
  type CorrectedDifference,
  type CorrectedMean,
  type CorrectedRate,
  type CorrectionOptions,
  correctedDifference,
  correctedMean,
  fisherExact,
  type HumanAgreement,
  type HumanAgreementOptions,
  humanAgreement,
  type JudgedUnit,
  type LabelPlanOutline,
  neymanAllocation,
  promisedHalfWidth,
  roganGladen,
  type ScoredTwice,
} from "./index.ts";
export { type IntraclassCorrelations, intraclassCorrelations } from "./intraclass-correlation.ts";
export { type KrippendorffAlpha, krippendorffAlpha, type RatingLevel } from "./krippendorff.ts";
export { type McNemar, mcnemarFromPairs, mcnemarTest } from "./mcnemar.ts";
export {
  type PairedDifference,
  type PairedDifferenceOptions,
  pairedDifference,
  type ScoresByCase,
} from "./paired-difference.ts";
export { type PassCount, passAtK, passOverCases, passPowerK } from "./pass-k.ts";
export { casesNeeded, minimumDetectableDifference, type PowerOptions } from "./power.ts";
export type { Interval, Scale, Undefined } from "./result.ts";
export { type SignFlipOptions, type SignFlipTest, signFlipTest } from "./sign-flip.ts";
export { type SpearmanCorrelation, spearman } from "./spearman.ts";
export { type StratifiedMean, type StratifiedOptions, type Stratum, stratifiedMean } from "./stratified-mean.ts";
export { type UnpairedDifference, unpairedDifference } from "./unpaired-difference.ts";
export { type NestedScores, type VarianceComponents, varianceComponents } from "./variance-components.ts";
export { type WeightedMean, weightedMean } from "./weighted-mean.ts";
export { type Proportion, wilsonInterval } from "./wilson.ts";
