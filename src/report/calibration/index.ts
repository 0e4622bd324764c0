export { calibrationHead, partSection, preferenceSection, trustSection } from "./calibration-sections.ts";
export { type CorrectedRow, correctedRows } from "./corrected-rows.ts";
export { correctedComparisonLines, correctionSection, correctionSections } from "./correction-section.ts";
export { calibrationMarkdown, calibrationText } from "./render-calibration.ts";
