export { batchComparisonMarkdown, batchComparisonText } from "./comparison-text.ts";
export { batchResultMarkdown, batchResultText } from "./result-text.ts";
