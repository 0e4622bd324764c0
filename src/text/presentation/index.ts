export { cutToColumns, displayWidth } from "./display-width.ts";
export { escapeMarkdown, fencedMarkdown } from "./escape-markdown.ts";
export { escapeMarkup } from "./escape-markup.ts";
export { type MarkdownCell, markdownTable } from "./markdown-table.ts";
export {
  formatBytes,
  formatCount,
  formatDuration,
  formatFixed,
  formatPEquals,
  formatPercent,
  formatPoints,
  formatPValue,
  formatRounded,
  formatSeconds,
  formatSigned,
  formatUsd,
} from "./numbers.ts";
export { isForStderr, type OutputWish, outputInTheWay, readOutputWish } from "./output-wish.ts";
export { agree, nounFor, plural } from "./plural.ts";
export { explainRough, formatBracketedRange, formatRange, isRoughLine } from "./ranges.ts";
export { restLine } from "./rest-line.ts";
export { shellWord } from "./shell-word.ts";
export { spreadsheetText } from "./spreadsheet-text.ts";
export { bareTable, type Cell, columns } from "./tables.ts";
export { type Layout, markTone, paintTones, type Tone, toned } from "./tones.ts";
export { shortLine, visibleLine, visibleText } from "./visible-text.ts";
export { disarmCommands, workflowCommand } from "./workflow-command.ts";
export { wrapLines } from "./wrap-lines.ts";
