export { cutToColumns, displayWidth } from "./display-width.ts";
export { escapeMarkdown, fencedMarkdown } from "./escape-markdown.ts";
export { escapeMarkup } from "./escape-markup.ts";
export { type MarkdownCell, markdownTable } from "./markdown-table.ts";
export {
  formatCount,
  formatDuration,
  formatFixed,
  formatPercent,
  formatPoints,
  formatPValue,
  formatRounded,
  formatSeconds,
  formatSigned,
  formatUsd,
  pValueWords,
} from "./numbers.ts";
export { agree, nounFor, plural } from "./plural.ts";
export { bracketedRange, isRoughLine, rangeWords, roughLines } from "./ranges.ts";
export { bareTable, type Cell, columns } from "./tables.ts";
export { shortLine, visibleLine, visibleText } from "./visible-text.ts";
