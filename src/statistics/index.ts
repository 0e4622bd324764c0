export * from "./bootstrap.ts";
export {
  type AlternativeAnnotatorOptions,
  type AlternativeAnnotatorTest,
  type Annotations,
  alternativeAnnotatorTest,
} from "./calibration/alternative-annotator.ts";
export { benjaminiYekutieli } from "./calibration/benjamini-yekutieli.ts";
export {
  type CurveBin,
  calibrationCurve,
} from "./calibration/calibration-curve.ts";
export { type CorrectedDifference, correctedDifference } from "./calibration/corrected-difference.ts";
export {
  type CorrectedMean,
  type Correction,
  type CorrectionOptions,
  correctedMean,
  type EstimatedFigure,
} from "./calibration/corrected-mean.ts";
export { type ErrorRateDifference, type JudgeErrors, testEqualErrorRates } from "./calibration/equal-error-rates.ts";
export { fisherExact } from "./calibration/fisher-exact.ts";
export {
  type AgreementFigure,
  type HumanAgreement,
  type HumanAgreementOptions,
  humanAgreement,
  type ScoredTwice,
} from "./calibration/human-agreement.ts";
export { isDrawn, type JudgedUnit } from "./calibration/judged-unit.ts";
export { effectiveLabels, labelsToHalve } from "./calibration/label-needs.ts";
export { neymanAllocation } from "./calibration/neyman.ts";
export { type LabelPlanOutline, promisedHalfWidth } from "./calibration/promised-half-width.ts";
export { type CorrectedRate, type ObservedShare, roganGladen } from "./calibration/rogan-gladen.ts";
export * from "./clustered-mean.ts";
export * from "./cohen-kappa.ts";
export * from "./fleiss-kappa.ts";
export * from "./holm.ts";
export * from "./intraclass-correlation.ts";
export * from "./krippendorff.ts";
export * from "./mcnemar.ts";
export * from "./mean.ts";
export * from "./mean-interval.ts";
export * from "./normal.ts";
export * from "./paired-difference.ts";
export * from "./pass-k.ts";
export * from "./power.ts";
export { type RandomStream, seededRandom } from "./random.ts";
export * from "./result.ts";
export * from "./sign-flip.ts";
export * from "./spearman.ts";
export * from "./stratified-mean.ts";
export * from "./student-t.ts";
export * from "./unpaired-difference.ts";
export * from "./variance-components.ts";
export * from "./weighted-mean.ts";
export * from "./wilson.ts";
