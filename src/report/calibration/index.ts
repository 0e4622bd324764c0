export { calibrationHead, partSection, preferenceSection, trustSection } from "./calibration-sections.ts";
export { type CorrectedRow, correctedRows } from "./corrected-rows.ts";
export { correctedComparisonLines, correctionSection } from "./correction-section.ts";
