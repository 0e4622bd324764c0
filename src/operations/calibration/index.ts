export { type CalibrateOptions, calibrate } from "./calibrate.ts";
export { calibrateGold, type GoldOptions } from "./calibrate-gold.ts";
export { type CalibratePairsOptions, calibratePairs } from "./calibrate-pairs.ts";
