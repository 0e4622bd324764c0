export * from "./alternative-annotator.ts";
export * from "./benjamini-yekutieli.ts";
export * from "./calibration-curve.ts";
export * from "./corrected-difference.ts";
export {
  type CorrectedMean,
  type Correction,
  type CorrectionOptions,
  correctedMean,
  type EstimatedFigure,
} from "./corrected-mean.ts";
export * from "./fisher-exact.ts";
export * from "./human-agreement.ts";
export { isDrawn, type JudgedUnit } from "./judged-unit.ts";
export * from "./label-needs.ts";
export * from "./neyman.ts";
export * from "./promised-half-width.ts";
export * from "./rogan-gladen.ts";
export * from "./same-errors.ts";
