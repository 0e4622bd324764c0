export { batchComparisonText } from "./comparison-text.ts";
export { batchResultText } from "./result-text.ts";
