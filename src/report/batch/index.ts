export { batchComparisonMarkdown, batchComparisonSentences } from "./comparison-markdown.ts";
export { batchComparisonText } from "./comparison-text.ts";
export { batchResultMarkdown, batchSentences, meanText, shareText, singletonSentences } from "./result-markdown.ts";
export { batchResultText } from "./result-text.ts";
